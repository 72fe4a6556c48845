import { expect, it } from 'vitest'
import { pipelinePiece } from '@/lib/protocols/veriscore-verification/sample-records'
import { readCounts } from './response-counts'

const counted = (record: Parameters<typeof readCounts>[0]) => {
  const reading = readCounts(record)
  return reading.ok ? reading.predictions[0]?.value : reading.problems[0]?.message
}

it.each([
  [
    { supported: 3, claims: 5 },
    { supported: 3, claims: 5 },
  ],
  [
    { supported: '3', claims: '5' },
    { supported: 3, claims: 5 },
  ],
  [
    { supported: 0, claims: 0 },
    { supported: 0, claims: 0 },
  ],
  // What is not said is not nothing.
  [{ supported: null, claims: 9 }, expect.stringContaining('does not say')],
  [{ supported: '', claims: '' }, expect.stringContaining('does not say')],
  [{ supported: 6, claims: 5 }, expect.stringContaining('More claims are supported')],
])('%j counts as %j', (record, value) => expect(counted({ model: 'a', ...record })).toEqual(value))

it('one of several claims of a response is not scored as all of it', () => {
  expect(counted(pipelinePiece({ verification_result: 'supported' }))).toMatch(/one of the response’s 2 claims/)
  const whole = pipelinePiece({ verification_result: 'supported' }, { claim_place: undefined })
  expect(counted(whole)).toEqual({ supported: 1, claims: 1 })
})
