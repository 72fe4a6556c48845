import { expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import { readFelmPredictions } from './read'

/** The units that a line calls wrong or true; `others` for all that it does not name. */
function said(record: { [key: string]: Json }): [string, Json][] | string | undefined {
  const reading = readFelmPredictions({ item: '1', ...record })
  if (!reading.ok) return reading.problems[0]?.message
  return reading.predictions.map(({ unit, rest, value }) => [rest ? 'others' : (unit ?? ''), value])
}

it('an answer beside a label is not that of an evaluator', () => {
  expect(said({ segment: 1, label: 'true', answer: 'It was in 1990.' })).toEqual([['s1', true]])
  expect(said({ segment: 1, label: 'true', answer: '2' })).toEqual([['s1', true]])
})

it.each<[Json, ReturnType<typeof said>]>([
  [
    '2, 5',
    [
      ['s2', false],
      ['s5', false],
      ['others', true],
    ],
  ],
  [
    'Line 1 says so. Answer: s3',
    [
      ['s3', false],
      ['others', true],
    ],
  ],
  ['ALL_CORRECT', [['others', true]]],
  [[], [['others', true]]],
  ['', [['others', null]]],
  [null, [['others', null]]],
  ['It was in 1990.', 'The line has no label.'],
  ['Paris.', 'The line has no label.'],
])('the answer %j names segments, all or none', (answer, expected) => expect(said({ answer })).toEqual(expected))

it('an empty cell of wrong segments is an abstention', () => {
  expect(said({ wrong: '' })).toEqual([['others', null]])
})
