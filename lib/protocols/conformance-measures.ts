/** The part of the suite that every protocol passes about what agreement is computed on. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { countingAnswers } from './completeness'
import { answersTo } from './conformance-answers'
import { withMadeUnits } from './made-units'
import type { Answers, Comparison, Stage, Subject } from './protocol'

export function describeMeasures(stage: Stage, subject: Subject): void {
  it('names the questions that measures look at, and measures and comparisons apart', () => {
    for (const { key, unit, question } of stage.measures) {
      const hasQuestion = stage.questions.some((each) => each.key === question && each.unit === unit)
      expect(question === undefined || hasQuestion, key).toBe(true)
    }
    const measuresAndComparisons = [...stage.measures, ...(stage.comparisons ?? [])]
    expect(new Set(measuresAndComparisons.map(({ key }) => key)).size).toBe(measuresAndComparisons.length)
    const kinds = stage.unitKinds.map(({ kind }) => kind)
    expect((stage.comparisons ?? []).filter(({ unit }) => !kinds.includes(unit))).toEqual([])
  })

  it('has distances for every two categories, from 0 to 1, the same both ways round', () => {
    for (const { key, categories, distances } of stage.measures) {
      if (!distances) continue
      expect(distances.length, key).toBe(categories.length)
      distances.forEach((row, i) => {
        expect(row.length, key).toBe(categories.length)
        row.forEach((distance, j) => {
          expect(distance, key).toBe(distances[j]?.[i])
          expect(distance >= 0 && distance <= 1 && (i === j) === (distance === 0), key).toBe(true)
        })
      })
    }
  })

  it('says nothing of comparisons without data', () => {
    for (const { key, sums, figures } of stage.comparisons ?? [])
      for (const { form, of } of figures) {
        const expected = form === 'count' ? { value: 0 } : { value: null, reason: 'empty' }
        expect(of(new Float64Array(sums)), key).toEqual(expected)
      }
  })

  it('compares two people the same both ways round, by so many sums as it says', () => {
    const people = fc.tuple(answersTo(stage, subject), answersTo(stage, subject))
    fc.assert(
      fc.property(people, ([one, other]) => {
        const lanes = [one, other].map((answers) => countingAnswers(stage, subject, answers))
        const whole = lanes.reduce(
          (extendedSubject, answers) => withMadeUnits(stage, extendedSubject, answers),
          subject,
        )
        for (const comparison of stage.comparisons ?? []) checkSymmetry(comparison, whole, lanes)
      }),
      { numRuns: 40 },
    )
  })
}

function checkSymmetry(comparison: Comparison, whole: Subject, [one = {}, other = {}]: Answers[]): void {
  for (const unit of whole.units.filter(({ kind }) => kind === comparison.unit)) {
    const sums = comparison.compare(whole, one, other, unit)
    const reversed = comparison.compare(whole, other, one, unit)
    expect(reversed === null).toBe(sums === null)
    if (!sums || !reversed) continue
    expect(sums).toHaveLength(comparison.sums)
    expect(sums.every((sum) => Number.isFinite(sum) && sum >= 0)).toBe(true)
    expect(comparison.figures.map(({ of }) => of(reversed))).toEqual(comparison.figures.map(({ of }) => of(sums)))
  }
}
