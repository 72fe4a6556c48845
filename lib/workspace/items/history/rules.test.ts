import { expect, it } from 'vitest'
import { describeEvent } from './rules'

it('says of votes that they were tallied, not that they became gold', () => {
  const text = (data: Parameters<typeof describeEvent>[1]) => describeEvent('task.approved', data, new Map()).text
  expect(text({ round: 1, goldVersion: 2 })).toBe('Became gold, version 2')
  expect(text({ round: 1, goldVersion: 2, tallied: true })).toBe('Votes tallied, version 2')
})
