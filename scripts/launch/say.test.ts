import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { timed } from './say'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('who waits hears again and again that the work goes on, and at last how long it took', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  let end = () => {}
  const work = () =>
    new Promise<void>((resolve) => {
      end = resolve
    })
  const building = timed({ doing: 'building', note: 'some minutes', done: 'built' }, work)
  await vi.advanceTimersByTimeAsync(31_000)
  end()
  await building
  await vi.advanceTimersByTimeAsync(60_000)
  expect(log.mock.calls.map(([line]) => line)).toEqual([
    'assay: building (some minutes)',
    'assay: still building, 15 s so far',
    'assay: still building, 30 s so far',
    'assay: built (31 s)',
  ])
})

test('nothing more is heard of work that failed', async () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const failing = timed({ doing: 'building', done: 'built' }, () => Promise.reject(new Error('no memory')))
  await expect(failing).rejects.toThrow('no memory')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(log.mock.calls).toEqual([['assay: building']])
})
