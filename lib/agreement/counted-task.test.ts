import { expect, test } from 'vitest'
import { protocolById, stageByKey } from '@/lib/protocols'
import type { Answers, Measure, Stage } from '@/lib/protocols/protocol'
import { countedQuestions, countTask } from './counted-task'
import { ratedUnits } from './rated-units'

const decompose = stageByKey(protocolById('factcheck-bench'), 'decompose')
/** A figure about what annotators list themselves. */
const claimType: Measure = {
  ...{ key: 'claim-type', title: 'Type', unitOfAnalysis: 'claim', unit: 'claim', level: 'nominal' },
  categories: ['factual', 'opinion', 'not_a_claim', 'other'].map((value) => ({ value, text: value, tone: 'neutral' })),
  rating: (_, answers, unit) => String(answers[unit.key]?.type ?? '') || null,
}
const ofSentences: Stage = { ...decompose, measures: decompose.measures.filter(({ unit }) => unit === 'sentence') }
const ofClaims: Stage = { ...decompose, measures: [...ofSentences.measures, claimType] }
const subject = { content: {}, units: [{ key: 's1', kind: 'sentence', text: '' }] }

function listing(...claims: [key: string, text: string, type: string][]): Answers {
  return {
    s1: { checkworthy: 'yes', claims: claims.map(([key]) => ({ key, made: 'added', from: [] })) },
    ...Object.fromEntries(claims.map(([key, text, type]) => [key, { text, type }])),
  }
}
const annotations = [
  {
    userId: 'ada',
    answers: listing(['a1', 'Baikal is deep.', 'factual'], ['a2', 'Nobody owns the shore.', 'opinion']),
  },
  { userId: 'ben', answers: listing(['b1', 'Baikal is very deep.', 'opinion']) },
]

test('entries of different lists are one rated unit where their texts are matched, and alone where not', () => {
  const counted = countTask(ofClaims, subject, annotations)
  const task = { taskId: 't', position: 1, domain: null, content: {}, ...counted }
  const rated = ratedUnits(claimType, [task], ['ada', 'ben']).map(({ ratings }) => ratings)
  expect(rated).toEqual([
    [
      { rater: 0, category: 0 },
      { rater: 1, category: 1 },
    ],
    [{ rater: 0, category: 1 }],
  ])
})

test('lists and their texts are read only where what they list is measured', () => {
  const keysOf = (stage: Stage) => countedQuestions(stage).map(({ key, unit }) => `${unit}.${key}`)
  expect(keysOf(ofSentences)).not.toContain('sentence.claims')
  expect(keysOf(ofClaims)).toEqual(expect.arrayContaining(['sentence.claims', 'claim.text']))
  expect(countTask(ofSentences, subject, annotations).units).toEqual(subject.units)
})
