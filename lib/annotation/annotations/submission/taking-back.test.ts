/** @vitest-environment happy-dom */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '@/lib/platform/client/api-error'
import { endTakingBack, keepTakingBack } from './taking-back'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('keepTakingBack', () => {
  const unreachable = () => Promise.reject(new TypeError('Failed to fetch'))

  test('asks as long as the longest hold lasts, and says then that the server never answered', async () => {
    const send = vi.fn(unreachable)
    const outcome = keepTakingBack('ana', 'unanswered', send)
    await vi.advanceTimersByTimeAsync(300_000)
    const triedWithinTheHold = send.mock.calls.length
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await outcome).toEqual({ kind: 'not taken back', reason: null })
    expect(triedWithinTheHold).toBeGreaterThan(250)
    const tried = send.mock.calls.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(send.mock.calls.length).toBe(tried)
  })

  test('an answer after four minutes still counts', async () => {
    let isBack = false
    const outcome = keepTakingBack('ana', 'late', () => (isBack ? Promise.resolve() : unreachable()))
    await vi.advanceTimersByTimeAsync(240_000)
    isBack = true
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await outcome).toEqual({ kind: 'taken back' })
  })

  test('ends when it is submitted again, and passes on what the server says against it', async () => {
    const ended = keepTakingBack('ana', 'again', unreachable)
    await endTakingBack('again')
    await vi.advanceTimersByTimeAsync(2_000)
    expect(await ended).toEqual({ kind: 'ended' })
    const tooLate = () => Promise.reject(new ApiError({ status: 409, code: 'conflict', detail: 'It is gold by now.' }))
    expect(await keepTakingBack('ana', 'gold', tooLate)).toEqual({
      kind: 'not taken back',
      reason: 'It is gold by now.',
    })
  })
})
