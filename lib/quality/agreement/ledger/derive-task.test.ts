import { describe, expect, it } from 'vitest'
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
  const gold = { answers: decomposed({ ug: OTHER, uh: ONE }), replaced: [], settledByOthers: null }
  const without = deriveTask(stage, taskOf([ADA, BEN]))
  const { units, further } = deriveTask(stage, taskOf([ADA, BEN], { gold }))
  expect(units).toEqual(without.units)
  expect(further.filter(({ measure }) => measure === 'type')).toHaveLength(2)
})

describe('gold without one annotator', () => {
  const felm = stageByKey(protocolById('felm'), 'segments')
  const units = felm.units({ prompt: '', response: '' }, ['One.', 'Two.'], {})
  const answers = (one: boolean, two: boolean): Answers => ({
    item: { action: 'keep' },
    s1: one ? { label: true } : { label: false, errorType: 'knowledge_error', reason: 'No.' },
    s2: two ? { label: true } : { label: false, errorType: 'knowledge_error', reason: 'No.' },
  })
  type Said = [one: boolean, two: boolean]
  /** The rows of gold and of what is left of it, under the measure of segments' labels. */
  function goldRows(said: Said[], gold: Said, settledByOthers: { unit: string; question: string }[] | null) {
    const task = taskOf(
      said.map(([one, two]) => answers(one, two)),
      { units, content: { prompt: '', response: '' } },
    )
    const settled = { answers: answers(...gold), replaced: [], settledByOthers }
    const { further } = deriveTask(felm, { ...task, gold: settled })
    return further
      .filter(({ measure }) => measure === 'label')
      .map(({ unitKey, rater, code }) => `${unitKey} ${rater} ${code}`)
      .sort()
  }

  it('is nothing of a task that this person alone annotated', () => {
    expect(goldRows([[true, false]], [true, false], [])).toEqual([
      's1 gold 0',
      's1 without:1 -1',
      's2 gold 1',
      's2 without:1 -1',
    ])
  })

  it('is what the other says where the two settled it themselves', () => {
    const both: Said[] = [
      [true, true],
      [true, false],
    ]
    expect(goldRows(both, [true, false], [])).toEqual(['s1 gold 0', 's2 gold 1', 's2 without:2 0'])
  })

  it('is gold where a third person settled it, or where it was imported', () => {
    const both: Said[] = [
      [true, true],
      [true, false],
    ]
    expect(goldRows(both, [true, false], [{ unit: 's2', question: 'label' }])).toEqual(['s1 gold 0', 's2 gold 1'])
    expect(goldRows([[true, false]], [true, false], null)).toEqual(['s1 gold 0', 's2 gold 1'])
  })

  it('is nothing where the others have no majority', () => {
    const three: Said[] = [
      [true, true],
      [true, false],
      [true, true],
    ]
    expect(goldRows(three, [true, true], [])).toEqual(['s1 gold 0', 's2 gold 0', 's2 without:1 -1', 's2 without:3 -1'])
  })

  it('leaves what is derived from an undecided part out', () => {
    const task = taskOf([answers(true, false)], { units, content: { prompt: '', response: '' } })
    const settled = {
      answers: answers(true, false),
      replaced: [],
      settledByOthers: [{ unit: 's1', question: 'label' }],
    }
    const { further } = deriveTask(felm, { ...task, gold: settled })
    const derived = felm.measures.filter(({ question, unit }) => question === undefined && unit === 'item')
    for (const { key } of derived)
      expect(further.filter(({ measure }) => measure === key).map(({ rater, code }) => [rater, code])).toContainEqual([
        'without:1',
        -1,
      ])
  })
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
