import { expect, it } from 'vitest'
import { describeEvent } from './rules'

it('says of votes that they were tallied, not that they became gold', () => {
  const text = (data: Parameters<typeof describeEvent>[1]) => describeEvent('task.approved', data, new Map()).text
  expect(text({ round: 1, goldVersion: 2 })).toBe('Became gold, version 2')
  expect(text({ round: 1, goldVersion: 2, tallied: true })).toBe('Votes tallied, version 2')
})

it('shows no hash that stands in the place of a withdrawn text', () => {
  const hash = `sha256:${'0'.repeat(64)}`
  expect(describeEvent('task.batched', { batch: hash, note: hash }, new Map())).toEqual({
    text: 'Put into the batch (withdrawn)',
    remark: '(withdrawn)',
  })
})
