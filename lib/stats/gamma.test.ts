import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type AlignedSpan, bestAlignment, dissimilarity, gamma, gammaDisorders } from './gamma'

const spans = z
  .array(z.tuple([z.number(), z.number(), z.string()]))
  .transform((listed) => listed.map(([start, end, label]): AlignedSpan => ({ start, end, label })))

/** Of pygamma-agreement, by tests/fixtures/gamma/make.py. */
const vectors = z
  .object({
    samples: z.number(),
    cases: z.array(
      z.object({
        length: z.number(),
        lanes: z.tuple([spans, spans]),
        observed: z.number(),
        pairs: z.array(z.tuple([z.number(), z.number()])),
        expected: z.number(),
        deviation: z.number(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('tests/fixtures/gamma/vectors.json', 'utf8')))

const CHANCE = { seed: 1, samples: 400, mostSteps: 1e9 }
const numbered = vectors.cases.map((each, index) => ({ ...each, index }))

describe('gamma beside pygamma-agreement', () => {
  it.each(numbered)('text $index: the same alignment, the same disorder', ({ length, lanes, observed, pairs }) => {
    const [first, second] = lanes
    const best = bestAlignment(first, second)
    // The other program computes in 32 bits.
    expect(best.cost / ((first.length + second.length) / 2)).toBeCloseTo(observed, 5)
    expect(best.pairs).toEqual(pairs)
    expect(gammaDisorders(length, lanes, CHANCE)?.observed).toBeCloseTo(observed, 5)
  })

  it.each(numbered)('text $index: chance within four standard errors', ({ length, lanes, expected, deviation }) => {
    const error = deviation * Math.sqrt(2 / vectors.samples)
    const own = gammaDisorders(length, lanes, CHANCE)?.expected ?? 0
    expect(Math.abs(own - expected)).toBeLessThan(4 * error + 1e-5)
  })

  it('over all texts differs by less than .01', () => {
    const theirs = vectors.cases.map(({ lanes, observed, expected }) => ({
      spans: lanes.flat().length / 2,
      observed,
      expected,
    }))
    const ours = vectors.cases.flatMap(({ length, lanes }) => gammaDisorders(length, lanes, CHANCE) ?? [])
    expect(Math.abs((gamma(ours).value ?? 0) - (gamma(theirs).value ?? 1))).toBeLessThan(0.01)
  })
})

/** Throws after so many steps, so that an alignment that would never end fails. */
function atMost(steps: number): (steps: number) => void {
  let left = steps
  return (taken) => {
    left -= taken
    if (left < 0) throw new Error(`More than ${steps} steps`)
  }
}

/** Spans of 10 characters, each where the one before ends, labelled a and b by turns. */
const touching = (count: number): AlignedSpan[] =>
  Array.from({ length: count }, (_, at) => ({ start: 10 * at, end: 10 * at + 10, label: at % 2 === 0 ? 'a' : 'b' }))

const LENGTH = 60
const drawn = fc.uniqueArray(
  fc
    .tuple(fc.nat(LENGTH - 1), fc.integer({ min: 1, max: 20 }), fc.constantFrom('a', 'b'))
    .map(([start, size, label]): AlignedSpan => ({ start, end: Math.min(LENGTH, start + size), label })),
  { maxLength: 4, selector: ({ start, end, label }) => `${start} ${end} ${label}` },
)

/** The least cost of all ways to align, one after the other. */
function leastCost(first: readonly AlignedSpan[], second: readonly AlignedSpan[]): number {
  const [head, ...rest] = first
  if (head === undefined) return second.length
  const alone = 1 + leastCost(rest, second)
  return Math.min(
    alone,
    ...second.map((other, place) => dissimilarity(head, other) + leastCost(rest, second.toSpliced(place, 1))),
  )
}

describe('gamma', () => {
  it('aligns at the least cost', () => {
    fc.assert(
      fc.property(drawn, drawn, (first, second) => {
        expect(bestAlignment(first, second).cost).toBeCloseTo(leastCost(first, second), 10)
      }),
    )
  })

  it('ends for spans of one length that touch and overlap', () => {
    const lane = fc.array(
      fc
        .tuple(fc.nat(60), fc.constantFrom('a', 'b'))
        .map(([start, label]): AlignedSpan => ({ start, end: start + 10, label })),
      { minLength: 12, maxLength: 12 },
    )
    fc.assert(
      fc.property(lane, lane, (first, second) => {
        const { cost, pairs } = bestAlignment(first, second, atMost(20_000))
        expect(new Set(pairs.map(([, column]) => column)).size).toBe(pairs.length)
        expect(bestAlignment(second, first, atMost(20_000)).cost).toBeCloseTo(cost, 10)
      }),
      { numRuns: 500 },
    )
  })

  it('ends where a rounding error would lead around in a circle', () => {
    const lane = touching(4)
    expect(gammaDisorders(40, [lane, lane], { seed: 1, samples: 30, mostSteps: 5e6 })?.observed).toBe(0)
  })

  it('is 1 of the same spans, and the same in any order', () => {
    fc.assert(
      fc.property(drawn, drawn, fc.nat(1000), (first, second, seed) => {
        const chance = { ...CHANCE, samples: 5, seed }
        const found = gammaDisorders(LENGTH, [first, second], chance)
        expect(gammaDisorders(LENGTH, [second.toReversed(), first.toReversed()], chance)).toEqual(found)
        const same = gammaDisorders(LENGTH, [first, first], chance)
        if (same) expect(same.observed).toBe(0)
      }),
    )
  })

  it('has no value where nothing is marked, or it takes too long', () => {
    const one = { start: 0, end: 5, label: null }
    expect(gammaDisorders(10, [[], []], CHANCE)).toBeNull()
    expect(gammaDisorders(10, [[one], [one]], { ...CHANCE, mostSteps: 3 })).toBeNull()
    expect(gamma([])).toEqual({ value: null, reason: 'empty' })
    expect(gamma([{ spans: 1, observed: 0, expected: 0 }])).toEqual({ value: null, reason: 'no-variation' })
  })

  it('refuses spans outside of the text and chances without samples', () => {
    const of = (start: number, end: number, samples = 3) =>
      gammaDisorders(10, [[{ start, end, label: null }], []], { ...CHANCE, samples })
    expect(() => of(3, 3)).toThrow('not a span')
    expect(() => of(3, 11)).toThrow('not a span')
    expect(() => of(1, 2, 0)).toThrow('Samples')
  })

  it('ends within its steps however many spans lie over each other, and takes few for those that do not', () => {
    const lane = (apart: number, size: number) =>
      Array.from({ length: 1000 }, (_, at): AlignedSpan => ({ start: at * apart, end: at * apart + size, label: null }))
    const steps = { seed: 1, samples: 30, mostSteps: 1_000_000 }
    expect(gammaDisorders(3000, [lane(1, 900), lane(1, 800)], steps)).toBeNull()
    expect(gammaDisorders(30_000, [lane(20, 9), lane(20, 12)], steps)?.observed).toBeLessThan(0.1)
  })
})
