import { expect, it } from 'vitest'
import type { Answers, Json } from '@/lib/protocols/answers'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { deriveTask } from './derive-task'

const checked = checkFile(`assay: protocol/1
id: listed
version: 1
title: Listed
summary: Made for a test.
record:
  content: {text: /text}
show:
  - {title: Text, text: text}
units:
  - {id: fact, from: annotators}
  - {id: doubt, from: annotators, of: fact}
stages:
  - id: list
    questions:
      - {id: facts, ask: Which?, form: list, of: fact}
      - {id: topics, ask: What is it about?, form: set, when: "size(facts) <= 1", options: [{value: air, says: Weather.}, {value: life, says: Animals.}]}
      - {id: remark, ask: A remark?, form: text, when: "size(facts) <= 1"}
      - {id: factText, on: fact, ask: What?, form: text}
      - {id: good, on: fact, ask: Is it good?, form: flag, key: y}
      - {id: doubts, on: fact, ask: Which doubts?, form: list, of: doubt}
      - {id: doubtText, on: doubt, ask: Why?, form: text}
    rollUp:
      some: size(facts) > 0
      bad: facts.exists(f, !f.good)
    measures: [{of: some}, {of: bad}, {of: good}]
guidelines: Read first.
`)
if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
const [stage] = compileProtocol(checked.definition).stages

const entry = (key: string): Json => ({ key, made: 'added', from: [] })
const NONE: Answers = {}
const RAIN: Answers = {
  item: { facts: [entry('b1')], topics: ['air'], remark: 'Short.' },
  b1: { factText: 'It rains.', good: false, doubts: [entry('d1')] },
  d1: { doubtText: 'Does it?' },
}
const DOGS: Answers = {
  item: { facts: [entry('c1')], topics: ['life'], remark: 'Brief.' },
  c1: { factText: 'Dogs bark loudly at night.', good: true },
}

const derived = deriveTask(stage, {
  taskId: 't',
  stageId: 's',
  revision: 1,
  content: { text: 'x' },
  units: [{ key: 'item', kind: 'item', text: 'x' }],
  annotations: [NONE, RAIN, DOGS].map((answers, index) => ({
    id: `n${index}`,
    number: index + 1,
    answers,
    shown: null,
    arms: new Map(),
  })),
  gold: { answers: DOGS, replaced: [], settledByOthers: null },
  runs: [],
  accepted: null,
  week: null,
  guideline: null,
  notIndependent: 0,
})

/** Under a measure, by unit: the value of each annotator's rating. */
function ratings(key: string): Record<string, Record<number, string | undefined>> {
  const values = stage.measures.find((measure) => measure.key === key)?.categories.map(({ value }) => value)
  const rows = derived.units.filter(({ measure }) => measure === key)
  return Object.fromEntries(
    rows.map(({ unitKey, raters, codes }) => [
      unitKey,
      Object.fromEntries(raters.map((rater, index) => [rater, values?.[codes[index] ?? -1]])),
    ]),
  )
}

it('rates each annotator by what they listed, not by what others did', () => {
  expect(ratings('some')).toEqual({ item: { 1: 'false', 2: 'true', 3: 'true' } })
  expect(ratings('bad')).toEqual({ item: { 1: 'false', 2: 'true', 3: 'false' } })
  expect(ratings('good')).toEqual({ b1: { 2: 'false' }, c1: { 3: 'true' } })
})

it('rates gold by what it lists', () => {
  const units = derived.further.filter(({ rater, measure }) => rater === 'gold' && measure === 'good')
  expect(units.map(({ unitKey }) => unitKey)).toEqual(['c1'])
  const item = derived.further.filter(({ rater, measure }) => rater === 'gold' && measure === 'bad')
  const [yes, no] = stage.measures.find(({ key }) => key === 'bad')?.categories.map(({ value }) => value) ?? []
  expect([yes, no][item[0]?.code ?? -1]).toBe('false')
})

it('compares lists within entries only where both have the entry', () => {
  expect(derived.compared.filter(({ comparison }) => comparison === 'doubts')).toEqual([])
  expect(derived.compared.filter(({ comparison }) => comparison === 'facts')).toHaveLength(3)
})

it('compares sets and texts where they were asked for what each annotator listed, not for what all did together', () => {
  const pairs = (key: string) =>
    derived.compared
      .filter(({ comparison }) => comparison === key)
      .map(({ first, second, sums }) => [first, second, sums[1]])
  expect(pairs('topics')).toEqual([[2, 3, 0]])
  expect(pairs('remark')).toEqual([[2, 3, 0]])
})
