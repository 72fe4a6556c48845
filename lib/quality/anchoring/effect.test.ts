import { describe, expect, it } from 'vitest'
import { seededRandom } from '@/lib/stats/seeded-random'
import { effectOf, type ItemCounts } from './figures'

interface Simulation {
  items: number
  annotators: number
  labels: number
  /** Added to the chance that a label agrees when the suggestion is in sight. */
  effect: number
  seed: number
}

const WITHOUT = { least: 0.3, most: 0.6 }

/**
 * Two arms: each annotation of an item is drawn into one of them, and each item is as easy to agree on as it is. The
 * suggestion says yes; who disagrees says no.
 */
function simulate({ items, annotators, labels, effect, seed }: Simulation): ItemCounts[] {
  const next = seededRandom(seed)
  const chance = () => next(1_000_000) / 1_000_000
  return Array.from({ length: items }, () => {
    const ease = WITHOUT.least + chance() * (WITHOUT.most - WITHOUT.least)
    const sides = { shown: { labels: 0, agreed: 0 }, without: { labels: 0, agreed: 0 } }
    for (let annotator = 0; annotator < annotators; annotator++) {
      const [side, share] = chance() < 0.5 ? [sides.shown, ease + effect] : [sides.without, ease]
      for (let label = 0; label < labels; label++) {
        side.labels++
        if (chance() < share) side.agreed++
      }
    }
    const withValues = (each: { labels: number; agreed: number }) => ({
      ...each,
      values: [each.agreed, each.labels - each.agreed],
    })
    return { shown: withValues(sides.shown), without: withValues(sides.without) }
  })
}

describe('effectOf', () => {
  it('recovers a planted effect within its interval, in agreement and in the shares of values', () => {
    const effect = 0.3
    const { agreement, shift, shiftByChance, values } = effectOf(
      simulate({ items: 80, annotators: 2, labels: 5, effect, seed: 7 }),
      2,
    )
    expect(agreement.low).toBeGreaterThan(0)
    expect(agreement.low).toBeLessThanOrEqual(effect)
    expect(agreement.high).toBeGreaterThanOrEqual(effect)
    // Who agrees says yes, so the shares move with agreement, against each other, and the shift is their distance.
    expect(values[0]?.value).toBeCloseTo(agreement.value ?? Number.NaN, 12)
    expect(values[1]?.value).toBeCloseTo(-(agreement.value ?? Number.NaN), 12)
    expect(shift?.value).toBeCloseTo(Math.abs(agreement.value ?? Number.NaN), 12)
    expect(shift?.value ?? 0).toBeGreaterThan(3 * (shiftByChance ?? 0))
    expect(agreement).toMatchObject({ nResamples: 2000, nDrawn: 80, seed: 1, confidence: 0.95 })
  })

  it.each([0, 0.25])('has intervals that hold an effect of %s about as often as they say', (effect) => {
    const runs = 200
    const seeds = Array.from({ length: runs }, (_, index) => 1000 + index)
    const covered = seeds.filter((seed) => {
      const { agreement } = effectOf(simulate({ items: 60, annotators: 2, labels: 3, effect, seed }), 2, {
        resamples: 300,
      })
      return (agreement.low ?? 1) <= effect && effect <= (agreement.high ?? -1)
    }).length
    // Four standard deviations of a count with chance 0.95; percentile limits fall a little short of it.
    const slack = 4 * Math.sqrt(runs * 0.95 * 0.05)
    expect(covered).toBeGreaterThanOrEqual(runs * 0.95 - slack)
    expect(covered).toBeLessThanOrEqual(runs * 0.95 + slack)
  })

  it('expects a shift by chance of about the size that there is without influence', () => {
    const runs = 60
    const found = Array.from({ length: runs }, (_, seed) =>
      effectOf(simulate({ items: 60, annotators: 4, labels: 1, effect: 0, seed }), 2, { resamples: 1 }),
    )
    const mean = (values: (number | null | undefined)[]) =>
      values.reduce<number>((sum, value) => sum + (value ?? 0), 0) / runs
    const ratio = mean(found.map(({ shift }) => shift?.value)) / mean(found.map(({ shiftByChance }) => shiftByChance))
    expect(ratio).toBeGreaterThan(0.75)
    expect(ratio).toBeLessThan(1.35)
  })

  it('is undefined without labels on a side, never a number', () => {
    const none = { labels: 0, agreed: 0, values: [0, 0] }
    const some = { labels: 2, agreed: 1, values: [1, 1] }
    const { agreement, shift, shiftByChance } = effectOf([{ shown: some, without: none }], 2)
    expect(agreement).toMatchObject({ value: null, reason: 'empty', low: null, high: null })
    expect(shift?.value).toBeNull()
    expect(shiftByChance).toBeNull()
  })
})
