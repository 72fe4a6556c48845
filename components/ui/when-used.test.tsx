import { fireEvent } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'

let idle: (() => void)[]

beforeEach(() => {
  idle = []
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
  vi.stubGlobal('cancelIdleCallback', (place: number) => {
    idle[place - 1] = () => {}
  })
  vi.resetModules()
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

/** As a page that was just loaded has it. */
const load = async () => (await import('./when-used')).whenUsed
const beIdle = () => {
  for (const work of idle.splice(0)) work()
}

it.each(['keyDown', 'pointerDown', 'pointerMove'] as const)(
  'waits for the first %s, then for the browser to be idle, and from then on for that alone',
  async (act) => {
    const whenUsed = await load()
    const [first, second, third] = [vi.fn(), vi.fn(), vi.fn()]
    whenUsed(first)
    whenUsed(second)
    beIdle()
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 0])
    fireEvent[act](document.body)
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 0])
    beIdle()
    fireEvent[act](document.body)
    beIdle()
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
    whenUsed(third)
    beIdle()
    expect(third).toHaveBeenCalledTimes(1)
  },
)

it('does not wait for ever', async () => {
  const whenUsed = await load()
  const work = vi.fn()
  whenUsed(work)
  vi.runAllTimers()
  beIdle()
  expect(work).toHaveBeenCalledTimes(1)
})

it('can be left at any time', async () => {
  const whenUsed = await load()
  const [early, late] = [vi.fn(), vi.fn()]
  const leaveEarly = whenUsed(early)
  const leaveLate = whenUsed(late)
  leaveEarly()
  fireEvent.keyDown(document.body)
  leaveLate()
  beIdle()
  expect([early, late].map((each) => each.mock.calls.length)).toEqual([0, 0])
})
