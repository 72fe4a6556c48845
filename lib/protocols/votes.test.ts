import { expect, it } from 'vitest'
import { taste, tasteStage } from '@/tests/protocols/taste'
import { describeConformance } from './conformance'
import { optionKeys } from './option-key'
import type { Json } from './protocol'
import { rolledUp } from './rolled-up'

const texts = ['Ice floats.', 'Ice, being lighter, floats.']
const votes: Json[] = [
  { who: 'annotator 1', shown: [1, 0], choice: 'left', why: 'Shorter.' },
  { who: 'Kim', shown: null, choice: 'right' },
]

describeConformance(taste, [
  { question: 'Which is clearer?', texts, votes },
  { question: 'Which is clearer?', texts, votes: [] },
])

it('tallies by what each person saw, and rolls answers up where nobody votes', () => {
  const content = { question: 'Which?', texts }
  const subject = { content, units: tasteStage.units(content, [], {}) }
  const shown = optionKeys(texts).toReversed()
  const vote = { voter: 'a', shown, answers: { item: { choice: 'left' } } }
  expect(rolledUp(tasteStage, subject, { answers: {}, votes: [vote] })).toEqual({ first: 0, second: 1, votes: 1 })
  expect(rolledUp(tasteStage, subject, { answers: {}, votes: null })).toEqual({})
})
