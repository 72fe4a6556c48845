import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import { withChanges } from '@/lib/annotation/annotations/rules'
import { decomposeStage } from '@/lib/protocols/factcheck-bench/decompose'
import { checkFile } from '@/lib/protocols/language/check/check-file'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { isSeeded } from '@/lib/protocols/made-units'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { addEntry, deleteEntry, isListQuestion, type ListQuestion, listOf, mergeWithNext, splitEntry } from './lists'
import {
  acceptSeeds,
  changeOf,
  countPassedOver,
  firstSet,
  isInTheWay,
  lineageOf,
  offerAgain,
  openSeeds,
  passOver,
  pendingSeeds,
} from './seeds'

const claims = decomposeStage.questions.find(isListQuestion)
if (!claims) throw new Error('the stage has no list')
const RUN = '0193a0a0-0000-7000-8000-000000000001'
const suggestion: Workbench['suggestions'][number] = {
  id: RUN,
  unit: 's1',
  question: 'claims',
  source: 'run',
  model: 'm',
  score: null,
  value: [{ values: { text: 'Gold is heavy.', type: 'factual' } }, { values: { text: 'Gold is soft.' } }],
}
const all = [suggestion]
const marksOf = ({ list }: ListQuestion) => {
  if (!list.marks) throw new Error('the list has no marks')
  return list.marks
}
const listIn = (answers: Answers) => listOf(answers, 's1', claims)
const counting = () => {
  let serial = 0
  return () => `n${serial++}`
}
const accept = (answers: Answers, which = (index: number) => index >= 0, newKey = counting()) => {
  const pending = pendingSeeds(listIn(answers), all).filter(({ index }) => which(index))
  return acceptSeeds(listIn(answers), pending, newKey)
}
const accepted = () => withChanges({}, accept({})?.changes ?? [])

describe('what is proposed for a list', () => {
  it('is accepted all at once as one act, each value with the suggestion it comes from', () => {
    const act = accept({})
    expect(act?.changes.map(({ cause }) => cause)).toEqual(Array(4).fill({ origin: 'suggestion', suggestionId: RUN }))
    expect(withChanges({}, act?.changes ?? [])).toEqual({
      s1: {
        claims: [
          { key: 'n0', made: 'suggested', from: [`${RUN}#0`] },
          { key: 'n1', made: 'suggested', from: [`${RUN}#1`] },
        ],
      },
      n0: { text: 'Gold is heavy.', type: 'factual' },
      n1: { text: 'Gold is soft.' },
    })
    expect(listIn(accepted()).entries.every((entry) => isSeeded(entry, RUN, 2))).toBe(true)
    expect(act?.place).toEqual({ unit: 'n0', question: null })
  })

  it('is accepted one by one, in any order', () => {
    const second = withChanges({}, accept({}, (index) => index === 1)?.changes ?? [])
    expect(pendingSeeds(listIn(second), all).map(({ index }) => index)).toEqual([0])
    const both = withChanges(second, accept(second, undefined, () => 'last')?.changes ?? [])
    expect(listIn(both).entries.map(({ from }) => from)).toEqual([[`${RUN}#1`], [`${RUN}#0`]])
  })

  it('is never taken in twice', () => {
    const answers = accepted()
    expect(accept(answers)).toBeNull()
    const stale = pendingSeeds(listIn({}), all)
    expect(acceptSeeds(listIn(answers), stale)).toBeNull()
  })

  it('makes no suggested list of one that holds entries of one’s own', () => {
    const own = withChanges({}, addEntry(listIn({}), null, () => 'own').changes)
    expect(accept(own)?.changes[0]?.cause).toEqual({ origin: 'chosen' })
  })

  it('is not proposed again after a split or a merge, but after a deletion', () => {
    const answers = accepted()
    const split = splitEntry(decomposeStage, answers, listIn(answers), { key: 'n0', caret: 4 }, counting())
    expect(pendingSeeds(listIn(withChanges(answers, split?.changes ?? [])), all)).toEqual([])
    const merged = mergeWithNext(decomposeStage, answers, listIn(answers), 'n0', () => 'm')
    expect(pendingSeeds(listIn(withChanges(answers, merged?.changes ?? [])), all)).toEqual([])
    const deleted = deleteEntry(listIn(answers), 'n0')
    expect(pendingSeeds(listIn(withChanges(answers, deleted?.changes ?? [])), all)).toHaveLength(1)
  })

  it('is one entry where several propose the same, gone once any of them was accepted', () => {
    const other = { ...suggestion, id: RUN.replace(/1$/, '2'), model: 'n' }
    const both = [
      suggestion,
      { ...other, value: [{ values: { text: 'Gold is soft.' } }, { values: { text: 'Gold melts.' } }] },
    ]
    const pending = pendingSeeds(listIn({}), both)
    expect(pending.map(({ values, by }) => [values.text, by.map(({ model }) => model)])).toEqual([
      ['Gold is heavy.', ['m']],
      ['Gold is soft.', ['m', 'n']],
      ['Gold melts.', ['n']],
    ])
    const first = withChanges({}, acceptSeeds(listIn({}), firstSet(pending), counting())?.changes ?? [])
    expect(listIn(first).entries).toHaveLength(2)
    expect(pendingSeeds(listIn(first), both).map(({ values }) => values.text)).toEqual(['Gold melts.'])
    const changed = { ...first, n1: { text: 'Gold is very soft.' } }
    expect(pendingSeeds(listIn(changed), both).map(({ values }) => values.text)).toEqual(['Gold melts.'])
    expect(listIn(changed).entries.map((entry) => changeOf(listIn(changed), entry, changed, both))).toEqual([
      0,
      'very '.length / 'Gold is very soft.'.length,
    ])
  })

  it('is proposed twice where one proposes it twice', () => {
    const twice = { ...suggestion, value: [{ values: { text: 'Once.' } }, { values: { text: 'Once.' } }] }
    expect(pendingSeeds(listIn({}), [twice])).toHaveLength(2)
  })

  it('is read without trouble where it is no list', () => {
    expect(pendingSeeds(listIn({}), [{ ...suggestion, value: 'no list' }])).toEqual([])
  })
})

describe('lineageOf', () => {
  it('tells automatic, edited, added, split and merged apart', () => {
    const answers: Answers = { ...accepted(), n1: { text: 'Gold is very soft.' } }
    const lineages = (of: Answers) => listIn(of).entries.map((entry) => lineageOf(listIn(of), entry, of, all))
    expect(lineages(answers)).toEqual(['automatic', 'edited'])
    const more = withChanges(answers, addEntry(listIn(answers), null, () => 'own').changes)
    expect(lineages(more)).toEqual(['automatic', 'edited', 'added'])
    const merged = mergeWithNext(decomposeStage, more, listIn(more), 'n1', () => 'm')
    const split = splitEntry(decomposeStage, more, listIn(more), { key: 'n0', caret: 4 }, counting())
    expect(lineages(withChanges(more, merged?.changes ?? []))).toEqual(['automatic', 'merged'])
    expect(lineages(withChanges(more, split?.changes ?? [])).slice(0, 2)).toEqual(['split', 'split'])
  })
})

describe('proposed marks', () => {
  const checked = checkFile(readFileSync('docs/examples/protocols/explained-spans.yaml', 'utf8'))
  if (!checked.ok) throw new Error('the example is valid')
  const [stage] = compileProtocol(checked.definition).stages
  const question = stage.questions.find(isListQuestion)
  if (!question) throw new Error('the stage has no list')
  const strict = { ...question, list: { ...question.list, marks: { ...marksOf(question), overlapping: false } } }
  const at = (start: number, end: number): Json => ({ spans: [{ start, end }] })
  const kind = 'Evident Conflict'
  const marks: typeof suggestion = {
    ...suggestion,
    unit: 'item',
    question: 'unsupported',
    value: [
      { values: { place: at(10, 14), kind, against: at(0, 3) } },
      { values: { place: at(2, 4), kind } },
      { values: { place: at(12, 20), kind } },
    ],
  }
  const listed = (answers: Answers, of = question) => listOf(answers, 'item', of)
  const own: Answers = {
    item: { unsupported: [{ key: 'own', made: 'added', from: [] }] },
    own: { place: at(5, 8) },
  }

  it('are accepted with all that is said about them, in the order of the text', () => {
    const pending = pendingSeeds(listed(own), [marks])
    const answers = withChanges(own, acceptSeeds(listed(own), pending.slice(0, 2), counting())?.changes ?? [])
    expect(listed(answers).entries.map(({ key }) => key)).toEqual(['n1', 'own', 'n0'])
    expect(answers.n0).toEqual({ place: at(10, 14), kind, against: at(0, 3) })
    expect(pendingSeeds(listed(answers), [marks]).map(({ index }) => index)).toEqual([2])
  })

  it('are known by their place: one that is marked already is not proposed, and one is proposed once', () => {
    const marked = { ...own, own: { place: at(2, 4) } }
    const other = {
      ...marks,
      id: RUN.replace(/1$/, '3'),
      value: [{ values: { place: at(10, 14), kind: 'Subtle Conflict' } }],
    }
    const pending = pendingSeeds(listed(marked), [marks, other])
    expect(pending.map(({ index, by }) => [index, by.length])).toEqual([
      [0, 2],
      [2, 1],
    ])
  })

  it('are not taken in where they overlap one that is there and may not', () => {
    const there = { ...own, own: { place: at(13, 16) } }
    const pending = pendingSeeds(listed(there, strict), [marks])
    expect(pending.map((seed) => isInTheWay(listed(there, strict), seed))).toEqual([true, false, true])
    const act = acceptSeeds(listed(there, strict), pending, counting())
    expect(listed(withChanges(there, act?.changes ?? []), strict).entries.map(({ key }) => key)).toEqual(['n0', 'own'])
    expect(pending.some((seed) => isInTheWay(listed(there), seed))).toBe(false)
    // Of two that overlap each other the first is taken.
    const both = acceptSeeds(listed({}, strict), pendingSeeds(listed({}, strict), [marks]), counting())
    expect(both?.changes.filter(({ question: key }) => key === 'place')).toHaveLength(2)
  })

  it('are edited by the share of their characters that moved', () => {
    const act = acceptSeeds(listed({}), pendingSeeds(listed({}), [marks]).slice(0, 1), counting())
    const answers = withChanges({}, act?.changes ?? [])
    const [entry] = listed(answers).entries
    if (!entry) throw new Error('nothing was accepted')
    expect(lineageOf(listed(answers), entry, answers, [marks])).toBe('automatic')
    const moved = { ...answers, n0: { ...answers.n0, place: at(10, 12) } }
    expect(lineageOf(listed(moved), entry, moved, [marks])).toBe('edited')
    expect(changeOf(listed(moved), entry, moved, [marks])).toBe(0.5)
  })

  it('are out of sight once they are passed over, until they are asked for again', () => {
    let passedOver: ReadonlySet<string> = new Set()
    const bench = () => ({
      workbench: { suggestions: [marks] } as unknown as Workbench,
      readOnly: false,
      passedOver,
      passOver: (origins: ReadonlySet<string>) => {
        passedOver = origins
      },
    })
    const list = listed({})
    passOver(bench(), openSeeds(bench(), list).slice(0, 1))
    expect(openSeeds(bench(), list).map(({ index }) => index)).toEqual([1, 2])
    expect(countPassedOver(bench(), list)).toBe(1)
    offerAgain(bench(), list)
    expect(openSeeds(bench(), list)).toHaveLength(3)
    expect(countPassedOver(bench(), list)).toBe(0)
  })
})

describe('proposed entries with lists of their own', () => {
  const checked = checkFile(readFileSync('docs/examples/protocols/claim-questions.yaml', 'utf8'))
  if (!checked.ok) throw new Error('the example is valid')
  const [stage] = compileProtocol(checked.definition).stages
  const [questions, answersTo] = stage.questions.filter(isListQuestion)
  if (!questions || !answersTo) throw new Error('the stage has no lists')
  const asking: typeof suggestion = {
    ...suggestion,
    unit: 'item',
    question: 'questions',
    value: [
      { values: { asked: 'Where?' } },
      { values: { asked: 'When?', answers: [{ values: { answered: 'In 1410.', kind: 'Extractive' } }] } },
    ],
  }

  it('are accepted with these in one act, each entry known by its own origin', () => {
    const pending = pendingSeeds(listOf({}, 'item', questions), [asking])
    const act = acceptSeeds(listOf({}, 'item', questions), pending.slice(1), counting())
    expect(act?.changes.every(({ cause }) => cause?.origin === 'suggestion')).toBe(true)
    const answers = withChanges({}, act?.changes ?? [])
    expect(answers).toEqual({
      item: { questions: [{ key: 'n0', made: 'suggested', from: [`${RUN}#1`] }] },
      n0: { asked: 'When?', answers: [{ key: 'n1', made: 'suggested', from: [`${RUN}#2`] }] },
      n1: { answered: 'In 1410.', kind: 'Extractive' },
    })
    const within = listOf(answers, 'n0', answersTo)
    const [entry] = within.entries
    if (!entry) throw new Error('nothing was accepted')
    expect(lineageOf(within, entry, answers, [asking])).toBe('automatic')
    const changed = { ...answers, n1: { answered: 'In 1411.' } }
    expect(lineageOf(listOf(changed, 'n0', answersTo), entry, changed, [asking])).toBe('edited')
  })
})
