import { expect, it } from 'vitest'
import { protocolById, stageByKey } from '@/lib/protocols'
import type { Answers } from '@/lib/protocols/protocol'
import { decomposed, SENTENCES } from '@/tests/discussion-scene'
import { deriveTask } from './derive-task'
import type { FrozenTask } from './frozen-task'

const stage = stageByKey(protocolById('factcheck-bench'), 'decompose')
const content = { prompt: 'Where does it rise?', response: SENTENCES.join(' '), source: null, evidence: [] }
const ONE = 'The Rhine rises in Austria.'
const OTHER = 'Its course leads to the sea in the north.'

const taskOf = (said: readonly Answers[], more: Partial<FrozenTask> = {}): FrozenTask => ({
  taskId: 't',
  stageId: 's',
  revision: 1,
  content,
  units: stage.units(content, SENTENCES, {}),
  annotations: said.map((answers, index) => ({
    id: `n${index}`,
    number: index + 1,
    answers,
    shown: null,
    arms: new Map(),
  })),
  gold: null,
  runs: [],
  accepted: null,
  week: null,
  guideline: null,
  notIndependent: 0,
  ...more,
})

const ADA = decomposed({ ua: ONE, ub: OTHER })
const BEN = decomposed({ uc: ONE })

it('counts a claim that only one annotator listed, with one rating', () => {
  const { units, compared } = deriveTask(stage, taskOf([ADA, BEN]))
  const types = units.filter(({ measure }) => measure === 'type').map(({ raters }) => raters)
  expect(types.sort()).toEqual([[1], [1, 2]])
  expect(compared.find(({ comparison }) => comparison === 'claims')?.sums).toEqual([1, 1, 1, 0, 0])
})

it('aligns annotators the same whatever gold lists', () => {
  const gold = { answers: decomposed({ ug: OTHER, uh: ONE }), replaced: [] }
  const without = deriveTask(stage, taskOf([ADA, BEN]))
  const { units, further } = deriveTask(stage, taskOf([ADA, BEN], { gold }))
  expect(units).toEqual(without.units)
  expect(further.filter(({ measure }) => measure === 'type')).toHaveLength(2)
})

it('takes a word said in the discussion for the frozen answer', () => {
  const word = { number: 2, unit: 's2', question: 'checkworthy', value: 'other' }
  const { further } = deriveTask(stage, taskOf([ADA, BEN], { accepted: [word] }))
  const after = further.filter(({ measure, unitKey }) => measure === 'checkworthy' && unitKey === 's2')
  expect(after.map(({ rater, code }) => [rater, code]).sort()).toEqual([
    ['after:1', 1],
    ['after:2', 3],
  ])
})
