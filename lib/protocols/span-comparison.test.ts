import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gamma, gammaDisorders } from '@/lib/stats/gamma'
import { krippendorffAlpha } from '@/lib/stats/krippendorff-alpha'
import { ratingsOf } from '@/lib/stats/ratings'
import { setScores } from '@/lib/stats/set-scores'
import { unitizingAlpha } from '@/lib/stats/unitizing-alpha'
import { tokenPlaces } from '@/lib/text/token-places'
import { type MarkedSpan, spansAnswer, spansOf } from './marked-spans'
import type { Answers, Subject } from './protocol'
import { comparingSpans, spanComparison, stepsOfPair } from './span-comparison'

const text = 'The bank opened in 1902, 𝄞 and closed.'
const length = [...text].length
const item = { key: 'item', kind: 'item', text: '' }
const subject: Subject = { content: { text }, units: [item] }
const labels = ['a', 'b']
const options = labels.map((value) => ({ value }))

const comparison = spanComparison({
  key: 'marks',
  title: 'Marks',
  unitOfAnalysis: 'item',
  unit: 'item',
  labels,
  overlapping: false,
  textIn: () => text,
  of: (_, answers) => spansOf(answers.item?.marks),
})
const answered = (spans: readonly MarkedSpan[]): Answers => ({ item: { marks: spansAnswer({ options }, spans) } })

function figuresOf(pairs: readonly (readonly [readonly MarkedSpan[], readonly MarkedSpan[]])[]) {
  const all = pairs.map(([one, other]) => comparison.compare(subject, answered(one), answered(other), item) ?? [])
  const sums = Array.from({ length: comparison.sums }, (_, at) => all.reduce((sum, each) => sum + (each[at] ?? 0), 0))
  expect(all.every((each) => each.length === comparison.sums)).toBe(true)
  return Object.fromEntries(comparison.figures.map(({ key, of }) => [key, of(sums).value]))
}

/** Stretches one behind the other, labelled. */
const drawn: fc.Arbitrary<MarkedSpan[]> = fc
  .uniqueArray(fc.nat(length), { maxLength: 8 })
  .chain((cuts) =>
    fc.tuple(
      fc.constant(cuts.toSorted((a, b) => a - b)),
      fc.array(fc.constantFrom('a', 'b'), { minLength: 4, maxLength: 4 }),
    ),
  )
  .map(([cuts, drawnLabels]) =>
    Array.from({ length: Math.floor(cuts.length / 2) }, (_, index) => ({
      start: cuts[2 * index] ?? 0,
      end: cuts[2 * index + 1] ?? 0,
      label: drawnLabels[index] ?? 'a',
    })),
  )

describe('agreement on spans', () => {
  it('is counted by characters, tokens and spans', () => {
    const one = [
      { start: 4, end: 8, label: 'a' },
      { start: 19, end: 23, label: 'b' },
    ]
    const other = [
      { start: 0, end: 8, label: 'a' },
      { start: 19, end: 23, label: 'a' },
    ]
    const figures = figuresOf([[one, other]])
    expect(figures.characterF1).toBeCloseTo(16 / 20)
    expect(figures.labelledCharacterF1).toBeCloseTo(8 / 20)
    // "bank" and "1902" against "The bank" and "1902".
    expect(figures.tokenF1).toBeCloseTo(4 / 5)
    expect(figures.spanF1).toBe(0)
    expect(figures.characterIou).toBeCloseTo(8 / 12)
    expect(figures.same).toBe(0)
  })

  it('has no F1 where nobody marks anything, and is the same', () => {
    expect(figuresOf([[[], []]])).toMatchObject({ characterF1: null, same: 1, characterAlpha: null })
  })

  it('is not computed where one did not answer', () => {
    expect(comparison.compare(subject, answered([]), {}, item)).toBeNull()
  })

  it('agrees with the figures of one pair computed from characters one by one', () => {
    fc.assert(
      fc.property(drawn, drawn, (one, other) => {
        const marked = (spans: readonly MarkedSpan[]) =>
          new Set(spans.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at)))
        const [left, right] = [marked(one), marked(other)]
        const both = [...left].filter((at) => right.has(at)).length
        const figures = figuresOf([[one, other]])
        if (one.length + other.length === 0) return
        expect(figures.characterF1).toBeCloseTo(setScores(both, left.size, right.size).f1, 12)
        expect(figures.characterIou).toBeCloseTo(both / (left.size + right.size - both), 12)
      }),
    )
  })

  it('has the alpha of a nominal rating of every character', () => {
    const categories = ['', ...labels]
    const labelAt = (spans: readonly MarkedSpan[], at: number) =>
      String(spans.find(({ start, end }) => start <= at && at < end)?.label ?? '')
    fc.assert(
      fc.property(fc.array(fc.tuple(drawn, drawn), { minLength: 1, maxLength: 3 }), (pairs) => {
        const rows = pairs.flatMap(([one, other]) =>
          Array.from({ length }, (_, at) => [labelAt(one, at), labelAt(other, at)]),
        )
        const expected = krippendorffAlpha(ratingsOf(rows, { categories }), { level: 'nominal' }).value
        const { characterAlpha } = figuresOf(pairs)
        if (expected === null) expect(characterAlpha).toBeNull()
        else expect(characterAlpha).toBeCloseTo(expected, 10)
      }),
    )
  })
})

describe('agreement corrected for chance', () => {
  const one = [
    { start: 4, end: 8, label: 'a' },
    { start: 19, end: 23, label: 'b' },
  ]
  const other = [
    { start: 0, end: 8, label: 'a' },
    { start: 20, end: 23, label: 'a' },
  ]

  it('is alpha for unitizing, with labels and without', () => {
    const unmarked = 2 * length - 8 - 11
    const given = [unmarked, 4 + 11, 4]
    const within = [unmarked, 16 + 64 + 9, 16]
    // The characters of 0 to 4 and 19 are marked by one alone, those of 20 to 23 with another label.
    const agreeing = 2 * (length - 5 - 3)
    const figures = figuresOf([[one, other]])
    expect(figures.unitizingAlpha).toBe(unitizingAlpha({ values: 2 * length, agreeing, given, within }).value)
    const marked = { values: 2 * length, agreeing: 2 * (length - 5), given: [unmarked, 19], within: [unmarked, 105] }
    expect(figures.unitizingAlphaMarked).toBe(unitizingAlpha(marked).value)
  })

  it('is gamma, over texts by the sums of their disorders', () => {
    const found = gammaDisorders(length, [one, other], { seed: 1, samples: 30, mostSteps: 1e6 })
    const expected = gamma(found ? [found, found] : [])
    const figures = figuresOf([
      [one, other],
      [[], []],
      [other, one],
    ])
    expect(figures.gamma).toBeCloseTo(expected.value ?? 0, 12)
    expect(figuresOf([[one, one]]).gamma).toBe(1)
  })

  it('counts spans that share half of what both cover', () => {
    // 4 of 8 characters, and 3 of 4.
    expect(figuresOf([[one, other]]).overlapF1).toBe(1)
  })

  it('leaves a text out of gamma where too many spans lie over each other', () => {
    const many = (size: number) => Array.from({ length: 600 }, (_, at) => ({ start: at, end: at + size, label: 'a' }))
    const overlapping = comparingSpans({ labels, overlapping: true })
    const sums = overlapping.compare({ length: 2000, tokens: [] }, many(900), many(800))
    const estimateOf = (key: string) => overlapping.figures.find((figure) => figure.key === key)?.of(sums)
    expect([estimateOf('gamma'), estimateOf('withoutGamma')]).toEqual([{ value: null, reason: 'empty' }, { value: 1 }])
  })
})

describe('gamma of many annotators', () => {
  it('has so many steps for all pairs together, and counts every pair that its share does not do for', () => {
    const dense = (size: number) => Array.from({ length: 40 }, (_, at) => ({ start: at, end: at + size, label: 'a' }))
    const overlapping = comparingSpans({ labels, overlapping: true })
    const [one, other, text] = [dense(90), dense(80), { length: 400, tokens: [] }]
    const leftOut = (pairs?: number) =>
      overlapping.figures.find(({ key }) => key === 'withoutGamma')?.of(overlapping.compare(text, one, other, pairs))
    expect([leftOut(), leftOut(3), leftOut(190)].map((found) => found?.value)).toEqual([0, 0, 1])
    for (const pairs of [1, 3, 190, 4950]) expect(pairs * stepsOfPair(pairs)).toBeLessThanOrEqual(5_000_000)
  })
})

describe('tokens', () => {
  it('are words, marks, and characters of scripts without blanks', () => {
    const words = (of: string) => tokenPlaces(of).map(([start, end]) => [...of].slice(start, end).join(''))
    expect(words('It’s 1,5 𝄞 naïve—yes')).toEqual(['It', '’', 's', '1', ',', '5', '𝄞', 'naïve', '—', 'yes'])
    expect(words('北京 and กก')).toEqual(['北', '京', 'and', 'ก', 'ก'])
    expect(words(' \n')).toEqual([])
  })
})
