import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundaryF1 } from './boundary-f1'
import { boundaryKappa } from './boundary-kappa'
import { boundarySimilarity } from './boundary-similarity'
import { mostPairs } from './most-pairs'
import { pk } from './pk'
import type { TwoSegmentations } from './segmentation'
import { segmentationWindow } from './segmentation-window'
import { windowdiff } from './windowdiff'

const two = fc.integer({ min: 3, max: 40 }).chain((length) => {
  const boundaries = fc.uniqueArray(fc.integer({ min: 1, max: length - 1 }))
  return fc.record({ length: fc.constant(length), a: boundaries, b: boundaries })
})
const swapped = ({ length, a, b }: TwoSegmentations): TwoSegmentations => ({ length, a: b, b: a })
const isShare = (value: number) => value >= 0 && value <= 1

describe('windows', () => {
  it('differ from 0 to 1 of the time, never between equal segmentations, and Pk sees no more than WindowDiff', () => {
    fc.assert(
      fc.property(two, (both) => {
        fc.pre(segmentationWindow(both.length, both.a) < both.length)
        const [diff, coarse] = [windowdiff(both), pk(both)]
        expect(isShare(diff.value) && isShare(coarse.value)).toBe(true)
        expect(coarse.value).toBeLessThanOrEqual(diff.value)
        expect(windowdiff(swapped(both), { k: diff.k })).toEqual(diff)
        expect([windowdiff({ ...both, b: both.a }).value, pk({ ...both, b: both.a }).value]).toEqual([0, 0])
      }),
    )
  })

  it('do not fit into a text of their length, nor boundaries at its ends', () => {
    expect(() => windowdiff({ length: 2, a: [1], b: [] })).toThrow('window')
    expect(() => pk({ length: 5, a: [], b: [] }, { k: 0 })).toThrow('window')
    expect(() => pk({ length: 5, a: [0], b: [] })).toThrow('inside')
    expect(() => segmentationWindow(0, [])).toThrow('length')
  })
})

describe('boundaries', () => {
  it('have an F1 from 0 to 1 that does not depend on who comes first, and grows with the tolerance', () => {
    fc.assert(
      fc.property(two, fc.nat(4), (both, tolerance) => {
        const score = boundaryF1(both, { tolerance })
        const other = boundaryF1(swapped(both), { tolerance })
        expect([other.value, other.precision, other.recall]).toEqual([score.value, score.recall, score.precision])
        expect(isShare(score.value)).toBe(true)
        expect(boundaryF1(both, { tolerance: tolerance + 1 }).matched).toBeGreaterThanOrEqual(score.matched)
        expect(boundaryF1({ ...both, b: both.a }).value).toBe(1)
      }),
    )
  })

  it('are matched as often as any matching can', () => {
    fc.assert(
      fc.property(two, fc.nat(4), (both, tolerance) => {
        const near = (left: number, right: number) => Math.abs((both.a[left] ?? 0) - (both.b[right] ?? 0)) <= tolerance
        expect(boundaryF1(both, { tolerance }).matched).toBe(mostPairs(both.a.length, both.b.length, near))
      }),
    )
  })

  it('have a similarity from 0 to 1 that forgives more the larger the span is', () => {
    fc.assert(
      fc.property(two, (both) => {
        const { value, additions, transpositions, matches } = boundarySimilarity(both)
        expect(isShare(value)).toBe(true)
        expect(boundarySimilarity(swapped(both)).value).toBeCloseTo(value, 12)
        expect(additions + 2 * transpositions + 2 * matches).toBe(both.a.length + both.b.length)
        expect(boundarySimilarity({ ...both, b: both.a }).value).toBe(1)
        expect(boundarySimilarity(both, { nT: 1 }).value).toBeLessThanOrEqual(value + 1e-12)
      }),
    )
  })

  it('have a kappa over the gaps, or a reason', () => {
    fc.assert(
      fc.property(two, (both) => {
        const kappa = boundaryKappa(both)
        expect(kappa.n).toBe(both.length - 1)
        if (kappa.value === null) expect(kappa.reason).toBe('no-variation')
        else expect(Number.isFinite(kappa.value)).toBe(true)
      }),
    )
    expect(boundaryKappa({ length: 1, a: [], b: [] })).toMatchObject({ value: null, reason: 'no-pairable-units' })
  })
})
