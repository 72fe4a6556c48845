import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { StartError } from '@/scripts/start-error'
import { keepRunning, mayStartAgain } from './keep-running'

describe('a server that died', () => {
  test('is started again five times in five minutes', () => {
    expect(mayStartAgain([0, 1, 2, 3, 4])).toBe(true)
    expect(mayStartAgain([0, 1, 2, 3, 4, 5])).toBe(false)
    expect(mayStartAgain([0, 1, 2, 3, 4, 300_001])).toBe(true)
    expect(mayStartAgain([0, 0, 0], 1)).toBe(false)
  })
})

describe('while it is looked after', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  const kept = (startAgain: () => Promise<void>) => {
    const server = { isUp: true, reasons: [] as string[] }
    const stop = keepRunning({
      isRunning: () => server.isUp,
      startAgain,
      onGivenUp: ({ message }) => server.reasons.push(message),
      log: () => {},
    })
    return { server, stop }
  }

  test('a start that fails ends it, with the reason', async () => {
    const { server, stop } = kept(async () => {
      throw new StartError('PostgreSQL did not start.')
    })
    server.isUp = false
    await vi.advanceTimersByTimeAsync(10_000)
    expect(server.reasons).toEqual(['PostgreSQL did not start.'])
    await stop()
  })

  test('one start is under way at a time, and is waited for at the end', async () => {
    let resolve = () => {}
    const startAgain = vi.fn(() => new Promise<void>((started) => (resolve = started)))
    const { server, stop } = kept(startAgain)
    server.isUp = false
    await vi.advanceTimersByTimeAsync(10_000)
    const stopped = vi.fn()
    const end = stop().then(stopped)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(stopped).not.toHaveBeenCalled()
    resolve()
    await end
    expect(startAgain).toHaveBeenCalledTimes(1)
    expect(server.reasons).toEqual([])
  })
})
