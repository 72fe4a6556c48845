import { describe, expect, it } from 'vitest'
import { type TurnRow, turnOf } from './turn'

const measure = {
  level: 'nominal' as const,
  categories: [
    { value: 'true', text: 'True', tone: 'positive' as const },
    { value: 'false', text: 'False', tone: 'negative' as const },
  ],
}
const rows = (...given: [response: number, before: number[], after: number[], times: number][]): TurnRow[] =>
  given.map(([response, before, after, times]) => ({ response, before, after, times }))

/** Alpha of two raters on two values from the coincidences, worked out apart from lib/stats. */
function alphaOfPairs(pairs: readonly (readonly number[])[]): number {
  const values = pairs.flat()
  const ones = values.filter((value) => value === 1).length
  const observed = pairs.filter(([a, b]) => a !== b).length / pairs.length
  const expected = (2 * ones * (values.length - ones)) / (values.length * (values.length - 1))
  return 1 - observed / expected
}

describe('turnOf', () => {
  const given = rows(
    [1, [0, 0], [0, 0], 4],
    [1, [0, 1], [0, 0], 2],
    [2, [1, 1], [1, 1], 3],
    [2, [0, 1], [1, 1], 1],
    [3, [0, 1], [0, 1], 2],
  )

  it('computes both of the same units, and their difference', () => {
    const { units, responses, percent, alpha } = turnOf(measure, given)
    expect([units, responses]).toEqual([12, 3])
    expect(percent).toMatchObject({ before: 7 / 12, after: 10 / 12, words: null })
    expect(percent.difference).toBeCloseTo(3 / 12, 12)
    const pairs = (side: 'before' | 'after') =>
      given.flatMap((row) => Array.from({ length: row.times }, () => row[side]))
    expect(alpha.before).toBeCloseTo(alphaOfPairs(pairs('before')), 12)
    expect(alpha.after).toBeCloseTo(alphaOfPairs(pairs('after')), 12)
  })

  it('draws whole responses, both sides at once: where nothing moved, the difference is certainly nothing', () => {
    const responses = [0, 3, 6, 9].flatMap((more) => given.map((row) => ({ ...row, response: row.response + more })))
    const still = turnOf(
      measure,
      responses.map((row) => ({ ...row, after: row.before })),
    )
    expect(still.percent).toMatchObject({ difference: 0, differenceInterval: { low: 0, high: 0 } })
    const { percent } = turnOf(measure, responses)
    // Nothing got worse, and no response gained more than two of six units.
    expect(percent.differenceInterval?.low).toBeGreaterThan(0)
    expect(percent.differenceInterval?.high).toBeLessThan(0.5)
    expect(turnOf(measure, given).percent).toMatchObject({ beforeInterval: null, differenceInterval: null })
  })

  it('has gaps where a rater gave nothing, and words where there is no value', () => {
    const all = turnOf(measure, rows([1, [0, 0], [0, 0], 6], [2, [0, 1], [0], 6]))
    expect(all.percent).toMatchObject({ before: 0.5, after: 1 })
    expect(all.alpha).toMatchObject({ after: null, words: expect.stringContaining('Undefined after') })
    const few = turnOf(measure, rows([1, [0, 0], [0, 0], 9]))
    expect(few.percent).toMatchObject({ before: null, words: 'Too few units (9 of at least 10): counts only.' })
  })
})
