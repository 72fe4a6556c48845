import { describe, expect, it } from 'vitest'
import { formatRelative, formatTime } from './time'

const noon = new Date('2025-03-12T12:00:00Z')

describe('formatTime', () => {
  it.each([
    ['datetime', 'UTC', '12 Mar 2025, 12:00'],
    ['datetime', 'Asia/Kolkata', '12 Mar 2025, 17:30'],
    ['date', 'Pacific/Auckland', '13 Mar 2025'],
  ] as const)('%s in %s: %s', (style, zone, expected) => {
    expect(formatTime(noon, style, zone)).toBe(expected)
  })

  it('writes midnight as 00:00', () => {
    expect(formatTime(new Date('2025-03-12T00:00:00Z'), 'datetime', 'UTC')).toBe('12 Mar 2025, 00:00')
  })
})

describe('formatRelative', () => {
  it.each([
    ['2025-03-12T11:59:30Z', 'just now'],
    ['2025-03-12T12:00:05Z', 'just now'],
    ['2025-03-12T12:00:40Z', 'in less than a minute'],
    ['2025-03-12T11:57:00Z', '3 minutes ago'],
    ['2025-03-12T13:59:59Z', 'in 1 hour'],
    ['2025-03-11T11:00:00Z', 'yesterday'],
    ['2025-03-06T12:00:00Z', '6 days ago'],
    ['2025-03-05T12:00:00Z', '5 Mar 2025'],
  ])('%s: %s', (value, expected) => {
    expect(formatRelative(new Date(value), noon, 'UTC')).toBe(expected)
  })
})
