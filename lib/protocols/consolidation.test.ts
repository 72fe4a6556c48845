import { describe, expect, it } from 'vitest'
import { consolidate, differences, isDisputed } from './consolidation'
import { segmentsStage } from './felm/work'
import type { Answers, Json, Subject } from './protocol'

const content = { prompt: 'Why?', response: 'A. B.', domain: 'wk', source: null, index: '1', refContents: [] }
const subject: Subject = { content, units: segmentsStage.units(content, ['A.', 'B.'], {}) }
const lanes = (...all: Answers[]) => all.map((answers, index) => ({ id: 'abc'.charAt(index), answers }))
const settle = (all: Answers[], resolved: Answers = {}) => consolidate(segmentsStage, subject, lanes(...all), resolved)
const kept = (s1: { [question: string]: Json }, more: Answers = {}): Answers => ({
  item: { action: 'keep' },
  s1,
  s2: { label: true },
  ...more,
})

const isFalse = { label: false, errorType: 'fooled', reason: 'It is 7.' }

describe('consolidate', () => {
  it('settles what agrees, with texts compared without outer blanks', () => {
    const { answers, open, settled } = settle([kept(isFalse), kept({ ...isFalse, reason: ' It is 7. ' })])
    expect(open).toEqual([])
    expect(answers).toEqual(kept(isFalse))
    expect(settled).toContainEqual({ unit: 's1', question: 'reason', value: 'It is 7.', how: 'agreed', lane: null })
  })

  it('leaves a label open, and what hangs on it unasked', () => {
    const { answers, open } = settle([kept({ label: true }), kept(isFalse)])
    const values = [
      { lane: 'a', value: true },
      { lane: 'b', value: false },
    ]
    expect(open).toEqual([{ unit: 's1', question: 'label', kind: 'decide', values }])
    expect(answers).toEqual({ item: { action: 'keep' }, s2: { label: true } })
  })

  it('takes the type and reason of those who said so once the label is resolved', () => {
    const { answers, open, settled } = settle([kept({ label: true }), kept(isFalse)], { s1: { label: false } })
    expect(open).toEqual([])
    expect(answers.s1).toEqual(isFalse)
    expect(settled.filter(({ unit }) => unit === 's1')).toEqual([
      { unit: 's1', question: 'label', value: false, how: 'resolved', lane: 'b' },
      { unit: 's1', question: 'errorType', value: 'fooled', how: 'agreed', lane: 'b' },
      { unit: 's1', question: 'reason', value: 'It is 7.', how: 'agreed', lane: 'b' },
    ])
  })

  it('drops the type and reason when the label is resolved the other way', () => {
    const resolved = { s1: { label: true, errorType: 'fooled' } }
    expect(settle([kept({ label: true }), kept(isFalse)], resolved).answers.s1).toEqual({ label: true })
  })

  it('settles keep or remove first', () => {
    const removed = { item: { action: 'remove', removeReason: 'riddle' }, s1: { label: true } }
    const { open } = settle([kept(isFalse), removed])
    expect(open.map(({ unit, question }) => [unit, question])).toEqual([['item', 'action']])
    expect(settle([kept(isFalse), removed], { item: { action: 'remove' } }).answers).toEqual({
      item: { action: 'remove', removeReason: 'riddle' },
    })
    expect(settle([kept(isFalse), removed], { item: { action: 'keep' } }).answers).toEqual(kept(isFalse))
  })

  it('calls differing reasons a matter of wording, differing types a decision', () => {
    const other = { label: false, errorType: 'knowledge_error', reason: 'Seven.' }
    expect(settle([kept(isFalse), kept(other)]).open.map(({ question, kind }) => [question, kind])).toEqual([
      ['errorType', 'decide'],
      ['reason', 'wording'],
    ])
  })

  it('merges links by address and keeps every note', () => {
    const linked = (...links: Json[]) => ({ ...kept({ label: true }), item: { action: 'keep', links } })
    const [a, b] = ['https://a.example/', 'https://b.example/x']
    const { answers, settled } = settle([
      linked({ url: a, note: 'table 2' }, { url: b }),
      linked({ url: 'https://a.example', note: 'table 3' }, { url: b, note: 'below' }),
    ])
    const value = [
      { url: a, note: 'table 2\ntable 3' },
      { url: b, note: 'below' },
    ]
    expect(answers.item?.links).toEqual(value)
    expect(settled).toContainEqual({ unit: 'item', question: 'links', value, how: 'merged', lane: null })
  })

  it('lets a resolved value win over agreement, from no lane', () => {
    const { settled } = settle([kept({ label: true }), kept({ label: true })], { s1: { label: false } })
    expect(settled).toContainEqual({ unit: 's1', question: 'label', value: false, how: 'resolved', lane: null })
  })

  it('leaves open what is required and nobody answered', () => {
    const imported = kept({ label: false })
    expect(settle([imported]).open).toEqual([
      { unit: 's1', question: 'errorType', kind: 'decide', values: [] },
      { unit: 's1', question: 'reason', kind: 'wording', values: [] },
    ])
  })

  it('lets a blank have no say', () => {
    const { open, answers } = settle([kept({ ...isFalse, reason: '  ' }), kept(isFalse)])
    expect(open).toEqual([])
    expect(answers.s1).toEqual(isFalse)
  })
})

describe('differences', () => {
  it('are what lanes say differently, not what nobody said', () => {
    expect(differences(segmentsStage, subject, lanes(kept({ label: false }), kept({ label: false })))).toEqual([])
  })

  it('hold every lane’s value when several differ', () => {
    const [difference] = differences(
      segmentsStage,
      subject,
      lanes(kept({ label: true }), kept(isFalse), kept({ label: true })),
    )
    expect(difference?.values.map(({ value }) => value)).toEqual([true, false, true])
  })
})

describe('isDisputed', () => {
  it.each([
    [[], false],
    [[true], false],
    [[true, true], false],
    [[true, false], true],
  ])('%j: %s', (values, expected) => {
    expect(isDisputed(values.map((value, index) => ({ lane: String(index), value })))).toBe(expected)
  })
})

describe('a discussion', () => {
  const stage = { ...segmentsStage, consolidation: 'discussion' as const }
  const places = (outcome: ReturnType<typeof consolidate>) =>
    outcome.open.map(({ unit, question }) => `${unit}.${question}`)
  const both = lanes(kept({ label: true }), kept(isFalse))

  it('passes nobody over: what was not asked of one stays open for their word', () => {
    const resolved: Answers = { s1: { label: false } }
    expect(places(consolidate(segmentsStage, subject, both, resolved))).toEqual([])
    expect(places(consolidate(stage, subject, both, resolved))).toEqual(['s1.errorType', 's1.reason'])
    const all = { s1: isFalse }
    expect(places(consolidate(stage, subject, both, all))).toEqual([])
  })

  it('opens what is contested though the frozen answers agree, until it is settled', () => {
    const agreed = lanes(kept({ label: true }), kept({ label: true }))
    const contested = ({ unit }: { unit: string }) => unit === 's1'
    expect(places(consolidate(stage, subject, agreed, {}, contested))).toEqual(['s1.label'])
    expect(places(consolidate(stage, subject, agreed, { s1: { label: true } }, contested))).toEqual([])
  })
})
