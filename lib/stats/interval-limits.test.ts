import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holm } from './holm'
import { COEFFICIENT, intervalLimits, SHARE, whyNoVerdict } from './interval-limits'
import { studentWithin } from './student'

// Values of printed tables and of R's qt().
it.each([
  [0.95, 1, 12.706204736432],
  [0.95, 9, 2.26215716274],
  [0.95, 10, 2.228138851965],
  [0.95, 39, 2.022690920037],
  [0.99, 4, 4.604094871416],
  [0.95, 120, 1.979930405053],
])('Student’s t lies within for %d with %d degrees', (chance, degrees, t) => {
  expect(studentWithin(chance, degrees)).toBeCloseTo(t, 8)
})

it.each([
  [[], []],
  [[0.03], [0.03]],
  [
    [0.01, 0.04, 0.03],
    [0.03, 0.06, 0.06],
  ],
  [
    [0.5, 0.4, 0.6],
    [1, 1, 1],
  ],
])('Holm’s adjustment of %j is %j', (pValues, adjusted) => {
  holm(pValues).forEach((p, at) => {
    expect(p).toBeCloseTo(adjusted[at] ?? Number.NaN, 12)
  })
})

describe('limits of an interval', () => {
  const asked = { point: 0.5, drawn: 25, confidence: 0.95, range: SHARE }

  it('on the arcsine scale are those of the formula, worked out for three resamples', () => {
    const sorted = Float64Array.of(0.25, 0.5, 0.75)
    // The scale is symmetric around one half: -pi/6, 0, pi/6.
    const reach = studentWithin(0.95, 24) * (Math.PI / 6) * Math.sqrt(25 / 24)
    const limits = intervalLimits('arcsine', { ...asked, sorted })
    expect(limits?.low).toBeCloseTo((1 - Math.sin(reach)) / 2, 12)
    expect(limits?.high).toBeCloseTo((1 + Math.sin(reach)) / 2, 12)
  })

  it('stay within the range, hold the point, and are those of the other end of the scale turned round', () => {
    const values = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 2, maxLength: 30 })
    fc.assert(
      fc.property(values, fc.double({ min: -1, max: 1, noNaN: true }), (list, point) => {
        const limits = (sign: number) =>
          intervalLimits('arcsine', {
            ...asked,
            range: COEFFICIENT,
            point: sign * point,
            sorted: Float64Array.from(list, (value) => sign * value).sort(),
          })
        const [one, turned] = [limits(1), limits(-1)]
        expect(one && one.low >= -1 && one.low <= point + 1e-9 && one.high >= point - 1e-9 && one.high <= 1).toBe(true)
        expect(turned?.low).toBeCloseTo(-(one?.high ?? Number.NaN), 9)
      }),
    )
  })

  it('have no width where nothing differed, and are not bent where a value lies outside of the range', () => {
    expect(intervalLimits('arcsine', { ...asked, point: 1, sorted: Float64Array.of(1, 1, 1) })).toEqual({
      low: 1,
      high: 1,
    })
    const outside = intervalLimits('arcsine', { ...asked, point: 1, sorted: Float64Array.of(0, 1, 2) })
    expect((outside?.low ?? 0) + (outside?.high ?? 0)).toBeCloseTo(2, 12)
    expect(intervalLimits('arcsine', { ...asked, sorted: Float64Array.of(0.5) })).toBeNull()
    expect(intervalLimits('percentile', { ...asked, sorted: new Float64Array(0) })).toBeNull()
  })
})

it('allows no verdict where the limits coincide or more than 5 % of the resamples are undefined', () => {
  const interval = { low: 0.8, high: 1, resamples: 2000, undefinedResamples: 100 }
  expect(whyNoVerdict(interval)).toBeNull()
  expect(whyNoVerdict({ ...interval, undefinedResamples: 101 })).toBe('undefined')
  expect(whyNoVerdict({ ...interval, low: 1 })).toBe('no-width')
})
