import { describe, expect, it } from 'vitest'
import type { Answers, Measure } from '@/lib/protocols/protocol'
import { MAX_ITEMS } from './contract'
import { figuresOf, measureFigures } from './figures'
import { type CountedTask, ratedUnits } from './rated-units'

const measure: Measure = {
  key: 'label',
  title: 'Label',
  unitOfAnalysis: 'segment',
  unit: 'segment',
  level: 'nominal',
  categories: [
    { value: 'true', text: 'True', tone: 'positive' },
    { value: 'false', text: 'False', tone: 'negative' },
  ],
  rating: (_, answers, unit) => {
    const label = answers[unit.key]?.label
    return typeof label === 'string' ? label : null
  },
}
const RATERS = ['ada', 'ben', 'cy']
const options = { raterKeys: ['a1', 'a2', 'a3'], intervals: true, showsItems: true }

/** One task a row: `domain`, then each rater's letters, one letter a segment: t, f, or - for no label. */
function tasksFrom(rows: readonly (readonly [string | null, ...string[]])[]): CountedTask[] {
  return rows.map(([domain, ...columns], index) => ({
    taskId: `task ${index}`,
    position: index + 1,
    domain,
    content: {},
    units: [
      { key: 'item', kind: 'item' },
      ...[...(columns[0] ?? '')].map((_, segment) => ({ key: `s${segment + 1}`, kind: 'segment' })),
    ],
    annotations: columns.map((letters, rater) => ({ userId: RATERS[rater] ?? '', answers: answersFrom(letters) })),
  }))
}

const answersFrom = (letters: string): Answers =>
  Object.fromEntries(
    [...letters].map((letter, segment) => [
      `s${segment + 1}`,
      { label: letter === '-' ? null : letter === 't' ? 'true' : 'false' },
    ]),
  )

const unitsFrom = (rows: Parameters<typeof tasksFrom>[0]) => ratedUnits(measure, tasksFrom(rows), RATERS)

/** 20 segments of 4 responses: both true 10, true/false 3, false/true 2, both false 5. */
const TWENTY = [
  ['wk', 'ttttt', 'ttttt'],
  ['wk', 'ttttt', 'ttttt'],
  ['math', 'tttff', 'ffftt'],
  ['math', 'fffff', 'fffff'],
] as const

describe('figuresOf', () => {
  it('computes what a hand does on twenty segments of two raters', () => {
    const figures = figuresOf(measure, unitsFrom(TWENTY), options)
    expect(figures).toMatchObject({ units: 20, unitsWithTwo: 20, unanimous: 15, ratings: 40, responses: 4, raters: 2 })
    expect(figures.percent.value).toBeCloseTo(0.75, 12)
    expect(figures.alpha.value).toBeCloseTo(0.48, 12)
    expect(figures.pairs).toHaveLength(1)
    const [pair] = figures.pairs
    expect(pair).toMatchObject({ first: 'a1', second: 'a2', n: 20, items: [1, 2, 3, 4] })
    expect(pair?.kappa.value).toBeCloseTo(22 / 47, 12)
    expect(pair?.confusion).toEqual([
      [
        { count: 10, items: [1, 2] },
        { count: 3, items: [3] },
      ],
      [
        { count: 2, items: [3] },
        { count: 5, items: [4] },
      ],
    ])
    expect(figures.confusion).toEqual([
      [
        { count: 10, items: [1, 2] },
        { count: 5, items: [3] },
      ],
      [
        { count: 0, items: [] },
        { count: 5, items: [4] },
      ],
    ])
    expect(figures.prevalence).toEqual([
      { value: 'true', share: 0.625, cell: { count: 25, items: [1, 2, 3] } },
      { value: 'false', share: 0.375, cell: { count: 15, items: [3, 4] } },
    ])
  })

  it('draws whole responses, the same ones every time, and says how many resamples were undefined', () => {
    const [first, second] = [1, 2].map(() => figuresOf(measure, unitsFrom(TWENTY), options).alpha.interval)
    expect(first).toEqual(second)
    expect(first).toMatchObject({ resamples: 2000, drawn: 4, seed: 1, confidence: 0.95 })
    // All four draws from the two responses that are true throughout, or all four the last one: chance (2/4)^4 + (1/4)^4.
    const share = (first?.undefinedResamples ?? 0) / 2000
    expect(Math.abs(share - (1 / 16 + 1 / 256))).toBeLessThan(0.025)
    expect(first?.low).toBeLessThanOrEqual(first?.high ?? Number.NaN)
  })

  it('counts single ratings as units and nowhere else, and takes raters by pairs', () => {
    const figures = figuresOf(measure, unitsFrom([...TWENTY, ['wk', 'tt'], ['wk', 'tt--', '--ff', 't--f']]), options)
    // The last response: s1 rated by ada and cy, s4 by ben and cy, s2 and s3 by one.
    expect(figures).toMatchObject({ units: 26, unitsWithTwo: 22, unanimous: 17, ratings: 48, responses: 6, raters: 3 })
    expect(figures.pairs.map(({ first, second, n }) => [first, second, n])).toEqual([
      ['a1', 'a2', 20],
      ['a1', 'a3', 1],
      ['a2', 'a3', 1],
    ])
    expect(figures.percent.value).toBeCloseTo(17 / 22, 12)
  })

  it('shows counts only under ten units', () => {
    const figures = figuresOf(measure, unitsFrom([['wk', 'ttfft', 'ttttt']]), options)
    expect(figures.unanimous).toBe(3)
    expect(figures.alpha).toEqual({
      value: null,
      reason: 'too-few-units',
      words: 'Too few units (5 of at least 10): counts only.',
      interval: null,
    })
    expect(figures.percent.value).toBeNull()
    expect(figures.pairs[0]?.kappa.reason).toBe('too-few-units')
    expect(figures.prevalence.map(({ share, cell }) => [share, cell.count])).toEqual([
      [null, 8],
      [null, 2],
    ])
  })

  it('says why a coefficient is undefined instead of giving 0 or 1', () => {
    const figures = figuresOf(measure, unitsFrom([['wk', 'tttttttttt', 'tttttttttt']]), options)
    expect(figures.percent.value).toBe(1)
    expect(figures.alpha.value).toBeNull()
    expect(figures.alpha.words).toBe(
      'No variation: every rating is “True”, so no disagreement was to be expected and alpha is undefined; percent agreement is 100%.',
    )
    expect(figures.pairs[0]?.kappa.words).toBe(
      'No variation: every rating is “True”, so chance agreement is 1 and kappa is undefined; percent agreement is 100%.',
    )
  })

  it('is defined for nothing at all', () => {
    const figures = figuresOf(measure, [], options)
    expect(figures).toMatchObject({ units: 0, unitsWithTwo: 0, raters: 0, pairs: [] })
    expect(figures.alpha.reason).toBe('no-pairable-units')
  })

  it('keeps items to itself for readers who may not know them, and where there are too many', () => {
    const hidden = figuresOf(measure, unitsFrom(TWENTY), { ...options, showsItems: false })
    expect(JSON.stringify(hidden)).not.toMatch(/"items":\[/)
    const many = Array.from({ length: MAX_ITEMS + 1 }, () => ['wk', 't', 't'] as const)
    const figures = figuresOf(measure, unitsFrom([...many, ['wk', 'f', 'f']]), { ...options, intervals: false })
    expect(figures.prevalence.map(({ cell }) => cell)).toEqual([
      { count: 402, items: null },
      { count: 2, items: [202] },
    ])
    expect(figures.alpha.interval).toBeNull()
  })
})

describe('measureFigures', () => {
  it('computes every domain by itself, and the mean in which each counts the same', () => {
    const rows = [...TWENTY, [null, 'tt', 'tf']] as const
    const { all, domains, meanOfDomains } = measureFigures(measure, unitsFrom(rows), { wk: 'World' }, options)
    expect(all.percent.value).toBeCloseTo(16 / 22, 12)
    expect(
      domains.map(({ domain, title, unitsWithTwo, percent }) => [domain, title, unitsWithTwo, percent.value]),
    ).toEqual([
      ['math', 'math', 10, 0.5],
      ['wk', 'World', 10, 1],
      [null, 'No domain', 2, null],
    ])
    expect(meanOfDomains).toEqual({ percent: 0.75, domains: 2 })
  })
})
