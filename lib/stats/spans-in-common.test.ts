import fc from 'fast-check'
import { expect, it } from 'vitest'
import { spansInCommon } from './spans-in-common'

const spans = fc.array(
  fc.tuple(fc.nat(29), fc.integer({ min: 1, max: 8 })).map(([start, size]) => ({ start, end: start + size })),
  { maxLength: 6 },
)

it('matches as many spans whoever comes first, all of those that are the same, and no fewer where less overlap will do', () => {
  fc.assert(
    fc.property(spans, spans, (one, other) => {
      const matched = spansInCommon(one, other, 0.5)
      expect(spansInCommon(other, one, 0.5)).toBe(matched)
      expect(matched).toBeGreaterThanOrEqual(spansInCommon(one, other, 1))
      expect(matched).toBeLessThanOrEqual(Math.min(one.length, other.length))
      expect(spansInCommon(one, one, 1)).toBe(one.length)
    }),
  )
})

it('matches spans that share just so much of what both cover, and not those that share less', () => {
  const [one, other] = [
    { start: 0, end: 6 },
    { start: 2, end: 8 },
  ]
  expect(spansInCommon([one], [other], 0.5)).toBe(1)
  expect(spansInCommon([one], [{ ...other, end: 9 }], 0.5)).toBe(0)
})
