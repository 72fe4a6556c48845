import { describe, expect, it } from 'vitest'
import vectors from '@/tests/fixtures/crossed-resamples/vectors.json'
import { crossedResamples, type RatedPattern } from './crossed-resamples'
import { drawsOfClusters } from './draws'
import { responseDraws } from './response-draws'

const eachItsOwn = (patterns: readonly RatedPattern[]) =>
  drawsOfClusters(patterns.map((_, index) => ({ amounts: new Map([[index, 1]]), responses: 1 })))

describe('crossedResamples', () => {
  it.each(vectors)(
    'gives the resamples that another program gives: $name',
    ({ units, level, values, seed, percent, alpha }) => {
      const scale =
        level === 'interval'
          ? { level: 'interval' as const, values }
          : { level: level === 'ordinal' ? ('ordinal' as const) : ('nominal' as const), categories: values.length }
      const found = crossedResamples(units, eachItsOwn(units), scale, { seed, resamples: percent.length })
      expect(found.percent.length).toBe(percent.length)
      for (const [run, value] of found.percent.entries()) expect(value).toBeCloseTo(percent[run] ?? Number.NaN, 12)
      expect(found.alpha.length).toBe(alpha.length)
      for (const [run, value] of found.alpha.entries()) expect(value).toBeCloseTo(alpha[run] ?? Number.NaN, 12)
    },
  )

  it('spreads as the plain figures do where annotators do not differ, and further where they do', () => {
    const spreadOf = (differing: number) => {
      const draws = responseDraws(7)
      const skills = Array.from({ length: 12 }, () => 0.85 + differing * (draws.share(0.5, 0.3) - 0.5))
      const units = Array.from({ length: 300 }, (): RatedPattern => {
        const truth = draws.says(0.5)
        const raters = skills.map((_, number) => number)
        return { raters, codes: skills.map((skill) => (draws.says(skill) ? truth : 1 - truth)) }
      })
      const scale = { level: 'nominal' as const, categories: 2 }
      const { alpha } = crossedResamples(units, eachItsOwn(units), scale, { seed: 1, resamples: 200 })
      const mean = alpha.reduce((sum, value) => sum + value, 0) / alpha.length
      return Math.sqrt(alpha.reduce((sum, value) => sum + (value - mean) ** 2, 0) / alpha.length)
    }
    expect(spreadOf(0)).toBeLessThan(0.04)
    expect(spreadOf(0.3)).toBeGreaterThan(1.5 * spreadOf(0))
  })
})
