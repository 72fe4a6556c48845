import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listComparison, setComparison, textComparison } from './comparisons'
import type { Answers, Comparison, Subject, UnitDraft } from './protocol'

const unit: UnitDraft = { key: 's1', kind: 'sentence', text: 'The start.' }
const subject: Subject = { content: {}, units: [unit] }
const head = { key: 'any', title: 'Any', unitOfAnalysis: 'sentence', unit: 'sentence' }

const figuresOf = ({ figures }: Comparison, sums: ArrayLike<number>) =>
  Object.fromEntries(figures.map(({ key, of }) => [key, of(sums).value]))

/** Lists with these entries; an entry may have an address. */
const listed = (entries: Record<string, string | null>): Answers => ({
  s1: { claims: Object.keys(entries).map((key) => ({ key, made: 'added', from: [] })) },
  ...Object.fromEntries(Object.entries(entries).map(([key, url]) => [key, { url }])),
})

describe('lists', () => {
  const claims = listComparison({ ...head, question: 'claims', entries: 'claims' })
  const compare = (one: Answers, other: Answers) => claims.compare(subject, one, other, unit)

  it('counts entries under one key as the same and drops none of the others', () => {
    const sums = compare(listed({ a: null, b: null, c: null }), listed({ b: null, d: null }))
    expect(sums).toEqual([1, 1, 2, 1, 0])
    expect(figuresOf(claims, sums ?? [])).toEqual({ f1: 2 / 5, shared: 1 / 4, same: 0, unaligned: 3 })
  })

  it('takes who listed nothing as an empty list, and compares nothing where nobody listed anything', () => {
    expect(compare(listed({ a: null, b: null }), {})).toEqual([1, 0, 2, 0, 0])
    expect(compare({}, {})).toBeNull()
  })

  it('matches by address what stands alone, each entry once', () => {
    const evidence = listComparison({ ...head, question: 'claims', entries: 'pieces', address: 'url' })
    const one = listed({ a: 'https://x.example', b: 'https://x.example/', c: null })
    const other = listed({ d: 'https://x.example/', e: 'https://y.example' })
    expect(evidence.compare(subject, one, other, unit)).toEqual([1, 1, 2, 1, 0])
    expect(figuresOf(evidence, [1, 1, 2, 1, 0]).f1).toBeCloseTo(0.4)
  })
})

describe('sets', () => {
  const chosen = (values: string[] | null): Answers => (values === null ? {} : { s1: { chosen: values } })
  const sets = setComparison({
    ...head,
    entries: 'pages',
    of: (_, answers) => (answers.s1 ? Object.values(answers.s1).flat().map(String) : null),
  })

  it('compares what both were asked for', () => {
    expect(sets.compare(subject, chosen(['x', 'y']), chosen(['y', 'x']), unit)).toEqual([1, 2, 0, 0, 1])
    expect(sets.compare(subject, chosen(['x']), chosen(null), unit)).toBeNull()
    expect(sets.compare(subject, chosen(['x']), chosen([]), unit)).toEqual([1, 0, 1, 0, 0])
  })

  it('has an F1 of 1 only for equal sets, and 0 only for disjoint ones', () => {
    const some = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'))
    fc.assert(
      fc.property(some, some, (left, right) => {
        const sums = sets.compare(subject, chosen(left), chosen(right), unit)
        if (sums === null) {
          expect([...left, ...right]).toEqual([])
          return
        }
        const { f1 } = figuresOf(sets, sums)
        const both = left.filter((each) => right.includes(each)).length
        expect(f1 === 1).toBe(both === left.length && both === right.length)
        expect(f1 === 0).toBe(both === 0)
      }),
    )
  })
})

describe('texts', () => {
  const texts = textComparison({
    ...head,
    of: (_, answers) => (typeof answers.s1?.text === 'string' ? answers.s1.text : null),
    start: ({ units }) => units[0]?.text ?? '',
  })
  const compare = (one: string | null, other: string | null) =>
    texts.compare(subject, { s1: { text: one } }, { s1: { text: other } }, unit)

  it('measures how far two texts are apart', () => {
    const figures = figuresOf(texts, compare('The cat sat.', 'The cat ran.') ?? [])
    expect(figures).toMatchObject({ exact: 0, untouched: 0 })
    expect(figures.distance).toBeCloseTo(2 / 12)
    expect(figures.overlap).toBeCloseTo(2 / 3)
    expect(figures.rougeL).toBeCloseTo(2 / 3)
  })

  it('counts apart what both left as it was, but not what both wrote alike', () => {
    const left = compare('The start.', ' The start. ') ?? []
    expect(figuresOf(texts, left)).toEqual({ exact: null, distance: null, overlap: null, rougeL: null, untouched: 1 })
    expect(figuresOf(texts, compare('Written.', 'Written.') ?? [])).toMatchObject({ exact: 1, distance: 0, rougeL: 1 })
  })

  it('compares nothing where one has no text, and no Latin words where there are none', () => {
    expect(compare('A text.', null)).toBeNull()
    expect(figuresOf(texts, compare('一个文本', '一个文字') ?? [])).toMatchObject({ rougeL: null, distance: 1 / 4 })
  })
})
