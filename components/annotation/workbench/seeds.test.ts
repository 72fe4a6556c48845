import { describe, expect, it } from 'vitest'
import type { Workbench } from '@/lib/annotation/annotations/contract'
import { withChanges } from '@/lib/annotation/annotations/rules'
import { decomposeStage } from '@/lib/protocols/factcheck-bench/decompose'
import { isSeeded } from '@/lib/protocols/made-units'
import type { Answers } from '@/lib/protocols/protocol'
import { addEntry, deleteEntry, isListQuestion, listOf, mergeWithNext, splitEntry } from './lists'
import { acceptSeeds, changeOf, firstSet, lineageOf, pendingSeeds } from './seeds'

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
