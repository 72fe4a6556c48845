import { expect, it } from 'vitest'
import { newActiveTime, noteActivity, putBack, takeSeconds } from './active-time'

it('counts pauses under a minute, reports whole seconds, and keeps what did not arrive', () => {
  const time = newActiveTime(0)
  noteActivity(time, 59_999)
  noteActivity(time, 119_999)
  noteActivity(time, 121_500)
  expect(takeSeconds(time)).toBe(61)
  expect(time.ms).toBe(500)
  putBack(time, 61)
  expect(takeSeconds(time)).toBe(61)
})

it('reports at most ten minutes at once', () => {
  const time = newActiveTime(0)
  for (let at = 1; at <= 1_300; at++) noteActivity(time, at * 1_000)
  expect([takeSeconds(time), takeSeconds(time), takeSeconds(time)]).toEqual([600, 600, 100])
})
