import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { classificationReport } from './classification-report'
import { confusionMatrix } from './confusion-matrix'
import { levenshtein } from './levenshtein'
import { ratingsOf } from './ratings'
import { responseFactual } from './response-factual'

describe('classification report', () => {
  const report = (gold: string[], predicted: string[], options = {}) =>
    classificationReport(
      confusionMatrix(
        ratingsOf(
          gold.map((label, unit) => [label, predicted[unit] ?? null]),
          { categories: ['a', 'b', 'c'] },
        ),
      ),
      options,
    )

  it('has gold in rows and averages over the classes that occur', () => {
    const result = report(['a', 'a', 'b', 'b'], ['a', 'b', 'b', 'b'])
    expect(result.confusion[0]).toEqual([1, 1, 0])
    expect(result.perClass[1]).toEqual({ label: 'b', precision: 2 / 3, recall: 1, f1: 0.8, support: 2, predicted: 3 })
    expect(result.macro.f1).toBeCloseTo((2 / 3 + 0.8) / 2, 12)
    expect(result.balancedAccuracy).toBe(0.75)
    expect(result.mcc).toBeCloseTo(1 / Math.sqrt(3), 12)
    expect(report(['a', 'a'], ['a', 'a'], { macroOver: 'declared' }).macro.f1).toBeCloseTo(1 / 3, 12)
  })

  it('leaves 0/0 out of averages when asked to', () => {
    const result = report(['a', 'b'], ['a', 'a'], { zeroDivision: 'null' })
    expect(result.perClass.map((row) => row.precision)).toEqual([0.5, null, null])
    expect(result.macro.precision).toBe(0.5)
    expect(result.mcc).toBeNull()
  })

  it('is all null without units', () => {
    const none = { precision: null, recall: null, f1: null }
    expect(report([], [])).toMatchObject({ n: 0, accuracy: null, macro: none, balancedAccuracy: null, mcc: null })
  })
})

describe('roll-ups', () => {
  it.each([
    [[true, null], 'not-applicable', true],
    [[true, null], 'unknown', null],
    [[false, null], 'unknown', false],
    [[], 'unknown', null],
    [[null], 'not-applicable', null],
  ] as const)('segments %j with null as %s: %s', (segments, nullMeans, expected) => {
    expect(responseFactual(segments, nullMeans)).toBe(expected)
  })
})

describe('levenshtein', () => {
  it('counts code points', () => {
    expect(levenshtein('kitten', 'sitting')).toMatchObject({ value: 3, normalizedDistance: 3 / 7 })
    expect(levenshtein('😀a', 'a')).toMatchObject({ value: 1, normalizedDistance: 0.5 })
    expect(levenshtein('', '')).toEqual({ value: 0, normalizedDistance: 0, normalizedSimilarity: 1 })
  })

  it('is a distance', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '日'), maxLength: 8 })
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        const ab = levenshtein(a, b).value
        expect(ab).toBe(levenshtein(b, a).value)
        expect(ab === 0).toBe(a === b)
        expect(ab).toBeLessThanOrEqual(levenshtein(a, c).value + levenshtein(c, b).value)
      }),
    )
  })
})
