import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { listen } from './listen'

class Source {
  static all: Source[] = []
  onmessage: ((event: { data: string }) => void) | null = null
  onerror: (() => void) | null = null
  readyState = 1
  constructor(readonly url: string) {
    Source.all.push(this)
  }
  close() {
    this.readyState = 2
  }
  fail(readyState: number) {
    this.readyState = readyState
    this.onerror?.()
  }
}

beforeEach(() => {
  Source.all = []
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Source)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('asks every half a minute while the server refuses to tell, and hears again when it does', () => {
  const [hear, ask] = [vi.fn(), vi.fn()]
  const stop = listen('/api/stream', hear, ask)
  Source.all[0]?.fail(2)
  vi.advanceTimersByTime(30_000)
  expect(ask).toHaveBeenCalledTimes(1)
  Source.all[1]?.fail(2)
  vi.advanceTimersByTime(30_000)
  expect([ask.mock.calls.length, Source.all.length]).toEqual([2, 3])
  Source.all[2]?.onmessage?.({ data: 'news' })
  vi.advanceTimersByTime(300_000)
  expect(hear.mock.calls).toEqual([['news']])
  expect([ask.mock.calls.length, Source.all.length]).toEqual([2, 3])
  stop()
  expect(Source.all[2]?.readyState).toBe(2)
})

it('leaves broken connections to the browser, and asks for nothing when it is over', () => {
  const ask = vi.fn()
  const stop = listen('/api/stream', vi.fn(), ask)
  Source.all[0]?.fail(0)
  vi.advanceTimersByTime(60_000)
  expect(Source.all).toHaveLength(1)
  Source.all[0]?.fail(2)
  stop()
  vi.advanceTimersByTime(60_000)
  expect([ask.mock.calls.length, Source.all.length]).toEqual([0, 1])
})
