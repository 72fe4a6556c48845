import { expect, test } from 'vitest'
import { expectedEnd } from './rules'

const now = new Date('2026-01-01T12:00:00.000Z')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const pace = { waiting: 8, running: 2, recent: 5, firstRecent: before(50), lastRecent: before(10) }

test('what is left takes as long each as what ended lately', () => {
  expect(expectedEnd(pace, now)).toBe('2026-01-01T12:01:40.000Z')
  expect(expectedEnd({ ...pace, waiting: 0, running: 0 }, now)).toBe(now.toISOString())
})

test('no pace is told from too little', () => {
  expect(expectedEnd({ ...pace, recent: 2 }, now)).toBeNull()
  expect(expectedEnd({ ...pace, firstRecent: null, lastRecent: null }, now)).toBeNull()
  expect(expectedEnd({ ...pace, firstRecent: before(10) }, now)).toBeNull()
})
