import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { alignLanes } from '@/lib/protocols/align-lanes'
import type { Answers, Json, Subject } from '@/lib/protocols/answers'
import { findings } from '@/lib/protocols/completeness'
import { consolidate } from '@/lib/protocols/consolidation'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { goldOf } from '@/lib/protocols/language/run-tests'
import { entriesOf, withMadeUnits } from '@/lib/protocols/made-units'
import { compileProtocol } from './compile-protocol'
import { compileEvaluations } from './evaluation'

function definitionOf(source: string) {
  const checked = checkFile(source)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return checked.definition
}

/** Steps of an item, facts of a step, and doubts about a fact: three lists deep, the last one texts. */
const DEEP = `assay: protocol/1
id: deep
version: 1
title: Steps
summary: Made for a test.
record:
  content: {text: /text}
  gold:
    steps: /steps
    stepText: name
    facts: {at: said/facts}
    factText: text
    doubts: {at: doubts, texts: true}
show:
  - {title: Text, text: text}
units:
  - {id: step, from: annotators}
  - {id: fact, from: annotators, of: step}
  - {id: doubt, from: annotators, of: fact}
stages:
  - id: list
    questions:
      - {id: steps, ask: Which steps?, form: list, of: step}
      - {id: stepText, on: step, ask: What is done?, form: text}
      - {id: facts, on: step, ask: Which facts?, form: list, of: fact, align: {by: text, at: 1}}
      - {id: factText, on: fact, ask: What is so?, form: text}
      - {id: holds, on: fact, ask: Does it hold?, form: flag, key: h}
      - {id: doubts, on: fact, ask: Which doubts?, form: list, of: doubt, when: "!fact.holds", settle: union}
      - {id: doubtText, on: doubt, ask: Why?, form: text}
    rollUp:
      facts: size(facts)
      doubted: size(steps.filter(s, s.facts.exists(f, size(f.doubts) > 0)))
  - id: judge
    questions:
      - {id: fair, on: step, ask: Is it fair?, form: flag, key: r}
      - {id: note, on: fact, ask: A note?, form: text, when: fact.holds}
    rollUp:
      fairDoubts: size(steps.filter(s, s.fair && s.facts.exists(f, size(f.doubts) > 0)))
guidelines: Read first.
`
const deep = compileProtocol(definitionOf(DEEP))
const [list, judge] = deep.stages
const [format] = deep.formats

const entry = (key: string, ...from: string[]): Json => ({ key, made: 'added', from })
const subject: Subject = { content: { text: 'x' }, units: [{ key: 'item', kind: 'item', text: 'x' }] }
const keys = (answers: Answers) =>
  withMadeUnits(list, subject, answers).units.map(({ key, parent }) => `${parent ?? ''}>${key}`)

const answers: Answers = {
  item: { steps: [entry('s1'), entry('s2')] },
  s1: { stepText: 'Open it.', facts: [entry('f1'), entry('f2')] },
  f1: { factText: 'It is closed.', holds: true, doubts: [entry('d0')] },
  f2: { factText: 'It opens.', doubts: [entry('d1')] },
  d0: { doubtText: 'Hidden.' },
  d1: { doubtText: 'It may be stuck.' },
  s2: { stepText: 'Leave.' },
}

describe('lists in lists', () => {
  it('make units in the order of the tree, each asked by its own condition', () => {
    expect(keys(answers)).toEqual(['>item', 'item>s1', 's1>f1', 's1>f2', 'f2>d1', 'item>s2'])
    const once = withMadeUnits(list, subject, answers)
    expect(withMadeUnits(list, once, answers)).toEqual(once)
  })

  it('are looked through as any units are', () => {
    expect(list.rollUp(subject, answers)).toMatchObject({
      facts: 2,
      doubted: 1,
      counts: { steps: { entries: 2 }, facts: { entries: 2 }, doubts: { entries: 1 } },
    })
    expect(findings(list, subject, { ...answers, d1: {} })).toEqual([
      { unit: 'd1', question: 'doubtText', message: 'Not answered yet: Why?' },
    ])
  })

  it('become units of the next stage, which carry what was said of them', () => {
    const units = judge?.units(subject.content, [], { list: { units: subject.units, answers } }) ?? []
    expect(units.map(({ key, kind, text, parent }) => [key, kind, text, parent])).toEqual([
      ['item', 'item', 'x', undefined],
      ['s1', 'step', 'Open it.', 'item'],
      ['f1', 'fact', 'It is closed.', 's1'],
      ['f2', 'fact', 'It opens.', 's1'],
      ['d1', 'doubt', 'It may be stuck.', 'f2'],
      ['s2', 'step', 'Leave.', 'item'],
    ])
    const asked = judge?.questions.find(({ key }) => key === 'note')
    const task = { content: subject.content, units }
    expect(units.filter((unit) => asked?.asked(task, {}, unit)).map(({ key }) => key)).toContain('f1')
    expect(judge?.rollUp(task, { s1: { fair: true } })).toMatchObject({ fairDoubts: 1 })
  })
})

it('are aligned once under a key that two groups have, with the keys of all', () => {
  const lane = (id: string, step: string, fact: string, ...from: string[]): { id: string; answers: Answers } => ({
    id,
    answers: {
      item: { steps: [entry(step, ...from)] },
      [step]: { stepText: from.length > 0 ? 'Wait until all of it has opened.' : 'Leave.', facts: [entry(fact)] },
      [fact]: { factText: 'It is late.' },
    },
  })
  const lanes = [lane('one', 's1', 'f1'), lane('other', 't1', 'g1'), lane('gold', 's1', 'f1', 's1', 't1')]
  const aligned = alignLanes(list, subject, lanes, {})
  expect(aligned.map(({ answers }) => entriesOf(answers.s1?.facts).map(({ from }) => from))).toEqual(
    lanes.map(() => [['f1', 'f1', 'g1']]),
  )
})

describe('the lists of two annotators', () => {
  const other: Answers = {
    item: { steps: [entry('t2'), entry('t1')] },
    t1: { stepText: 'open it', facts: [entry('g2')] },
    g2: { factText: 'It opens.', doubts: [entry('e1'), entry('e2')] },
    e1: { doubtText: 'It may be stuck.' },
    e2: { doubtText: 'Who says so?' },
    t2: { stepText: 'Leave.' },
  }
  const lanes = [
    { id: 'A', answers },
    { id: 'B', answers: other },
  ]

  it('are laid side by side within entries that stand for one unit, by the similarity of the file', () => {
    const [, second] = alignLanes(list, subject, lanes, {})
    expect(
      entriesOf(second?.answers.item?.steps)
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(['s1', 's2'])
    expect(entriesOf(second?.answers.s1?.facts)).toEqual([{ key: 'f2', made: 'added', from: ['f2', 'g2'] }])
    expect(entriesOf(second?.answers.f2?.doubts).map(({ key, from }) => [key, from])).toEqual([
      ['d1', ['d1', 'e1']],
      ['e2', ['e2']],
    ])
    const almost = [lanes[0], { id: 'B', answers: { ...other, g2: { factText: 'It opened.' } } }].filter(
      (lane) => lane !== undefined,
    )
    expect(entriesOf(alignLanes(list, subject, almost, {})[1]?.answers.s1?.facts)).toMatchObject([{ key: 'g2' }])
  })

  it('are settled list by list: what is listed for an entry waits for it, and what is put together needs nobody', () => {
    const settled = (resolved: Answers) =>
      consolidate(list, subject, alignLanes(list, subject, lanes, resolved), resolved)
    const places = ({ open }: ReturnType<typeof settled>) => open.map(({ unit, question }) => `${unit}.${question}`)
    expect(places(settled({}))).toEqual(['s1.stepText', 's1.facts'])
    const first = { s1: { stepText: 'Open it.', facts: [entry('f1', 'f1'), entry('f2', 'f2', 'g2')] } }
    const done = settled(first)
    expect(places(done)).toEqual([])
    expect(entriesOf(done.answers.f2?.doubts).map(({ key }) => key)).toEqual(['d1', 'e2'])
    expect(keys(done.answers)).toEqual(['>item', 'item>s1', 's1>f1', 's1>f2', 'f2>d1', 'f2>e2', 'item>s2'])
  })

  it('are settled anew where the entry that holds them stands for others since then', () => {
    const alike = { ...other, item: { steps: [entry('t1')] }, t1: { stepText: 'Open it.', facts: [entry('g2')] } }
    const both = [
      { id: 'A', answers: { ...answers, item: { steps: [entry('s1')] } } },
      { id: 'B', answers: alike },
    ]
    const settled = (resolved: Answers) =>
      consolidate(list, subject, alignLanes(list, subject, both, resolved), resolved)
    const within = { s1: { facts: [entry('f1', 'f1'), entry('f2', 'f2', 'g2')] } }
    expect(entriesOf(settled(within).answers.s1?.facts).map(({ from }) => from)).toEqual([['f1'], ['f2', 'g2']])
    const apart = settled({ ...within, item: { steps: [entry('s1', 's1'), entry('t1', 't1')] } })
    expect(entriesOf(apart.answers.s1?.facts).map(({ from }) => from)).toEqual([['f1'], ['f2']])
    expect(entriesOf(apart.answers.t1?.facts).map(({ from }) => from)).toEqual([['g2']])
  })

  it('stand in a discussion where partners list the same at each depth, and wait for both where one lacks an entry', () => {
    const stage = { ...list, consolidation: 'discussion' as const }
    const renamed = JSON.parse(JSON.stringify(answers).replace(/"([sfd]\d)"/g, '"$1x"')) as Answers
    const settled = (second: Answers) => {
      const both = [
        { id: 'A', answers },
        { id: 'B', answers: second },
      ]
      return consolidate(stage, subject, alignLanes(stage, subject, both, {}), {})
    }
    const same = settled(renamed)
    expect(same.open).toEqual([])
    expect(keys(same.answers)).toEqual(keys(answers))
    const { open } = settled({ ...renamed, s1x: { stepText: 'Open it.', facts: [entry('f2x')] } })
    expect(open.map(({ unit, question }) => `${unit}.${question}`)).toEqual(['s1.facts'])
  })

  it('are compared as lists, and what is asked of entries is rated', () => {
    const compared = list.comparisons?.find(({ key }) => key === 'doubts')
    const [one, two] = alignLanes(list, subject, lanes, {}).map((lane) => lane.answers)
    const unit = { key: 'f2', kind: 'fact', text: '', parent: 's1' }
    expect(compared?.compare(subject, one ?? {}, two ?? {}, unit)).toEqual([1, 1, 0, 1, 0])
    expect(list.measures.map(({ key, unit: of }) => [key, of])).toEqual([['holds', 'fact']])
  })
})

describe('lists in a record', () => {
  const record: Json = {
    text: 'x',
    steps: [
      {
        no: 1,
        name: 'Open it.',
        said: {
          facts: [
            { text: 'It is closed.', holds: true, by: 7 },
            { text: 'It opens.', holds: false, doubts: ['It may be stuck.'] },
          ],
        },
      },
      { no: 2, name: 'Leave.', said: { facts: null } },
      { no: 3, name: 'Rest.' },
      { no: 4, name: 'Go.', said: { facts: [] } },
    ],
    kept: { as: 'it is' },
  }
  const read = (json: Json) => {
    const result = format.read(json)
    if (!result.ok) throw new Error(JSON.stringify(result.problems))
    return goldOf(deep, json, result.record)
  }
  const written = (json: Json, change: (answers: Answers) => Answers) => {
    const gold = read(json)
    const settled = gold.stages.list
    if (!settled) throw new Error('no gold')
    return format.write?.({
      ...gold,
      stages: { ...gold.stages, list: { ...settled, answers: change(settled.answers) } },
    })
  }
  const stepsOf = (json: Json | undefined) => (json as { steps: Json[] }).steps

  it('are read with keys by their place, and written as they were: null, nothing and [] stay three things', () => {
    const gold = read(record)
    expect(gold.stages.list?.answers).toMatchObject({
      item: { steps: [{ key: 'step-1' }, { key: 'step-2' }, { key: 'step-3' }, { key: 'step-4' }] },
      'step-1': { facts: [{ key: 'fact-1' }, { key: 'fact-2' }] },
      'fact-2': { holds: false, doubts: [{ key: 'doubt-1' }] },
      'doubt-1': { doubtText: 'It may be stuck.' },
    })
    expect(JSON.stringify(format.write?.(gold))).toBe(JSON.stringify(record))
  })

  it('keep entries that stay with all their fields, whatever key they have, and write new ones with what was answered, lists that nobody filled as []', () => {
    const now = written(record, () => ({
      item: { steps: [entry('b'), entry('step-1')] },
      b: { stepText: 'Leave.', facts: [entry('n')] },
      n: { factText: 'It is late.', holds: true },
      'step-1': { stepText: 'Open it wide.', facts: [entry('fact-2'), entry('m')] },
      'fact-2': { factText: 'It opens.', doubts: [entry('p'), entry('q')] },
      p: { doubtText: 'It may be stuck.' },
      q: { doubtText: 'Does it?' },
      m: { factText: 'It is wide.' },
    }))
    expect(stepsOf(now)).toEqual([
      { no: 2, name: 'Leave.', said: { facts: [{ text: 'It is late.', holds: true }] } },
      {
        no: 1,
        name: 'Open it wide.',
        said: {
          facts: [
            { text: 'It opens.', holds: false, doubts: ['It may be stuck.', 'Does it?'] },
            { text: 'It is wide.', doubts: [] },
          ],
        },
      },
    ])
    expect(now).toMatchObject({ text: 'x', kept: { as: 'it is' } })
  })

  it('are left as they are where only something else changed, and emptied where all entries are gone', () => {
    const changed = written(record, (said) => ({ ...said, 'fact-1': { ...said['fact-1'], holds: false } }))
    expect(stepsOf(changed)[0]).toMatchObject({ said: { facts: [{ text: 'It is closed.', holds: false, by: 7 }, {}] } })
    expect(stepsOf(changed).slice(1)).toEqual(stepsOf(record).slice(1))
    const { facts: _, ...rest } = read(record).stages.list?.answers['step-1'] ?? {}
    expect(stepsOf(written(record, (said) => ({ ...said, 'step-1': rest })))[0]).toMatchObject({ said: { facts: [] } })
    const { item: __, ...none } = read(record).stages.list?.answers ?? {}
    expect(stepsOf(written(record, () => none))).toEqual([])
  })

  it('are emptied where they are asked now, and entries stand in the record from when they were not', () => {
    const stale: Json = {
      text: 'x',
      steps: [{ name: 'Open.', said: { facts: [{ text: 'A.', holds: true, doubts: ['B.'] }] } }],
    }
    const changed = written(stale, (said) => ({ ...said, 'fact-1': { factText: 'A.', holds: false } }))
    expect(stepsOf(changed)).toEqual([{ name: 'Open.', said: { facts: [{ text: 'A.', holds: false, doubts: [] }] } }])
  })

  it('keep what nobody answers for of an entry that moved to another holder, by its key or its text, with the lists it holds', () => {
    const moved: Json = {
      text: 'x',
      steps: [
        {
          name: 'Open it.',
          said: {
            facts: [
              { text: 'It is closed.', holds: true, by: 7 },
              { text: 'It opens.', by: 8, doubts: ['It may be stuck.'] },
              { text: 'It is red.', by: 9 },
            ],
          },
        },
        { name: 'Leave.', said: { facts: [{ text: 'It is red.', by: 10 }] } },
      ],
    }
    const now = written(moved, (said) => ({
      ...said,
      'step-1': { stepText: 'Open it.', facts: [entry('z')] },
      'step-2': { stepText: 'Leave.', facts: [entry('y'), entry('fact-1'), entry('x')] },
      z: { factText: 'It is red.' },
      y: { factText: 'It is red.' },
      x: { factText: 'It opens.', holds: true },
    }))
    expect(stepsOf(now)).toEqual([
      { name: 'Open it.', said: { facts: [{ text: 'It is red.', by: 9 }] } },
      {
        name: 'Leave.',
        said: {
          facts: [
            { text: 'It is red.', by: 10 },
            { text: 'It is closed.', holds: true, by: 7 },
            { text: 'It opens.', by: 8, doubts: null, holds: true },
          ],
        },
      },
    ])
    const held = written(moved, (said) => ({
      ...said,
      'step-1': { stepText: 'Open it.' },
      'step-2': said['step-1'] ?? {},
    }))
    expect(stepsOf(held)).toEqual([
      { name: 'Open it.', said: { facts: [] } },
      { name: 'Open it.', said: { facts: (stepsOf(moved)[0] as { said: { facts: Json } }).said.facts } },
    ])
  })

  it('do not bring back an answer that the record held while it was not asked, nor keep one that is no longer asked', () => {
    const conditional = compileProtocol(
      definitionOf(
        DEEP.replace(
          'form: flag, key: h}',
          'form: flag, key: h}\n      - {id: why, on: fact, ask: Why so?, form: text, when: fact.holds}',
        ),
      ),
    )
    const stale: Json = {
      text: 'x',
      steps: [
        {
          name: 'Open.',
          said: {
            facts: [
              { text: 'A.', holds: false, why: 'Once so.' },
              { text: 'B.', holds: true, why: 'Seen.' },
              { text: 'C.', why: 'Left.' },
            ],
          },
        },
      ],
    }
    const result = conditional.formats[0].read(stale)
    if (!result.ok) throw new Error(JSON.stringify(result.problems))
    const gold = goldOf(conditional, stale, result.record)
    const settled = gold.stages.list
    if (!settled) throw new Error('no gold')
    const turned: Answers = {
      ...settled.answers,
      'fact-1': { factText: 'A.', holds: true },
      'fact-2': { factText: 'B.', holds: false, why: 'Seen.' },
    }
    const now = conditional.formats[0].write?.({ ...gold, stages: { list: { ...settled, answers: turned } } })
    expect(stepsOf(now)).toEqual([
      {
        name: 'Open.',
        said: {
          facts: [
            { text: 'A.', holds: true, why: null },
            { text: 'B.', holds: false, why: null },
            { text: 'C.', why: 'Left.' },
          ],
        },
      },
    ])
  })

  it('hold what a later stage says about entries', () => {
    const judged: Json = {
      text: 'x',
      steps: [{ name: 'Open it.', said: { facts: [{ text: 'It opens.', note: 'Often.', holds: true }] } }],
    }
    const gold = read(judged)
    expect(gold.stages.judge?.answers).toEqual({ 'fact-1': { note: 'Often.' } })
    expect(format.write?.(gold)).toEqual(judged)
    const { list: first, judge: second } = gold.stages
    if (!first || !second) throw new Error('no gold')
    const stages = {
      list: {
        ...first,
        answers: { ...first.answers, item: { steps: [entry('new'), entry('step-1')] }, new: { stepText: 'Wait.' } },
      },
      judge: { ...second, answers: { 'fact-1': { note: 'Seldom.' } } },
    }
    const units = judge?.units(gold.content, [], { list: stages.list }) ?? []
    expect(stepsOf(format.write?.({ ...gold, stages: { ...stages, judge: { ...stages.judge, units } } }))).toEqual([
      { name: 'Wait.', said: { facts: [] } },
      { name: 'Open it.', said: { facts: [{ text: 'It opens.', note: 'Seldom.', holds: true }] } },
    ])
  })

  it.each([
    ['no list', { text: 'x', steps: 'Open it.' }, 'steps', '"Open it." is no list of the kind "step".'],
    ['an entry that is none', { text: 'x', steps: ['Open it.'] }, 'steps[0]', '"Open it." is no entry of "steps".'],
    [
      'a text that is none',
      { text: 'x', steps: [{ name: 'a', said: { facts: [{ text: 'b', doubts: [{ why: 'c' }] }] } }] },
      'steps[0].said.facts[0].doubts[0]',
      'is no entry of "doubts".',
    ],
    ['an answer', { text: 'x', steps: [{ name: 7 }] }, 'steps[0].name', '7 is not an answer to "stepText".'],
    [
      'too many',
      { text: 'x', steps: Array.from({ length: 201 }, () => ({ name: 'a' })) },
      'steps',
      '201 entries; at most 200',
    ],
  ])('are refused with %s', (_, json, field, message) => {
    const result = format.read(json)
    expect(result.ok ? [] : result.problems[0]).toMatchObject({ field, message: expect.stringContaining(message) })
  })

  it('without a text are taken, and said to lack it', () => {
    const result = format.read({ text: 'x', steps: [{ no: 1 }] })
    expect(result.ok && result.record.warnings).toMatchObject([{ field: 'step-1.stepText' }])
  })
})

describe('what a machine listed in a record', () => {
  const facts = compileProtocol(definitionOf(readFileSync('docs/examples/protocols/atomic-facts.yaml', 'utf8')))
  it('is proposed, with what it says about entries, and stays as it was', () => {
    const record: Json = {
      topic: 'A',
      annotations: [
        {
          text: 'A sings.',
          'is-relevant': true,
          'model-atomic-facts': [{ text: 'A sings.', label: 'S' }, { note: 1 }],
          'human-atomic-facts': [],
        },
      ],
    }
    const read = facts.formats[0].read(record)
    expect(read.ok && read.record.suggestions).toEqual([
      { unit: 'sentence-1', question: 'facts', value: [{ values: { wording: 'A sings.', support: 'supported' } }] },
    ])
    const odd = facts.formats[0].read({ topic: 'A', annotations: [{ text: 'A sings.', 'model-atomic-facts': 'none' }] })
    expect(odd.ok ? [] : odd.problems).toMatchObject([{ field: 'annotations[0].model-atomic-facts' }])
  })
})

it('what annotators list is not scored where they list it, and is where a later stage asks about it', () => {
  expect(compileEvaluations(definitionOf(DEEP)).map(({ key }) => key)).toEqual(['fair'])
})
