import { expect, test } from 'vitest'
import { dayText, hoursText, secondsText, shortDay } from './format-time'

test.each([
  [0.44, '0.4 s'],
  [9.96, '10.0 s'],
  [12.4, '12 s'],
  [59.9, '60 s'],
  [60, '1 min'],
  [80.4, '1 min 20 s'],
  [119.7, '2 min'],
  [3600, '60 min'],
])('%d seconds read %s', (seconds, text) => {
  expect(secondsText(seconds)).toBe(text)
})

test('hours have a decimal while they are few, days are those of UTC', () => {
  expect([hoursText(2.25), hoursText(1234.4)]).toEqual(['2.3 h', '1,234 h'])
  expect([dayText('2026-11-03'), shortDay('2026-11-03')]).toEqual(['3 November 2026', '3 Nov'])
})
