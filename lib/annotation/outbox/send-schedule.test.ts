import { expect, it } from 'vitest'
import type { OutboxEntry } from './outbox-entry'
import { SendSchedule } from './send-schedule'

const HOURS = 3_600_000
const at = { taskId: 'task', annotationId: 'annotation', unit: 's1', question: 'reason' }
const entry = (editedAt: number): OutboxEntry => ({
  ...at,
  value: 'words',
  origin: 'typed',
  suggestionId: null,
  base: 0,
  baseValue: null,
  seq: 1,
  editedAt,
  sent: [],
  conflict: null,
  refused: null,
})
const KEY = 'annotation/s1/reason'

it('waits for a pause in typing, but not for ever', () => {
  const dues = new SendSchedule()
  const seen = [0, 500, 1_000, 2_800].map((now) => {
    dues.edited(KEY, now, true)
    return dues.at(KEY)
  })
  expect(seen).toEqual([600, 1_100, 1_600, 3_000])
  dues.forget(KEY)
  dues.edited(KEY, 3_000, true)
  expect(dues.at(KEY)).toBe(3_600)
  dues.edited(KEY, 3_100, false)
  expect(dues.at(KEY)).toBe(3_100)
})

it('leaves another tab its change for ten seconds since it was made', () => {
  const dues = new SendSchedule()
  dues.leave(entry(5_000 * HOURS), 700, 5_000 * HOURS + 4_000)
  expect(dues.at(KEY)).toBe(6_700)
  dues.leave(entry(5_000 * HOURS + 5_000), 2_000, 5_000 * HOURS + 5_300)
  expect(dues.at(KEY)).toBe(11_700)
})

it('waits no longer where the clock was put back or on since, however often the storage changes', () => {
  const dues = new SendSchedule()
  for (const now of [0, 4_000, 9_000]) {
    dues.leave(entry(5_000 * HOURS), now, 4_997 * HOURS + now)
    expect(dues.at(KEY)).toBe(10_000)
  }
  dues.leave(entry(5_000 * HOURS), 9_500, 5_003 * HOURS)
  expect(dues.at(KEY)).toBe(9_500)
})
