import fc from 'fast-check'
import { expect, test } from 'vitest'
import { along, shareAlong, ticksOf } from './chart-scale'

test('a number lies between the ends of its scale', () => {
  expect([along(0.25, { from: 0, to: 1 }), along(0, { from: -1, to: 1 })]).toEqual(['25%', '50%'])
  expect([along(7, { from: 0, to: 1 }), along(-7, { from: 0, to: 1 })]).toEqual(['100%', '0%'])
  expect(along(3, { from: 3, to: 3 })).toBe('0%')
})

test('round numbers mark a scale', () => {
  expect(ticksOf({ from: 0, to: 1 })).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
  expect(ticksOf({ from: -0.5, to: 1 }, 4)).toEqual([-0.5, 0, 0.5, 1])
  expect(ticksOf({ from: 0, to: 37 }, 5)).toEqual([0, 10, 20, 30])
})

test('there are never more ticks than asked for, and none outside', () => {
  const end = fc.double({ min: -1e6, max: 1e6, noNaN: true })
  fc.assert(
    fc.property(
      end,
      fc.double({ min: 1e-3, max: 1e6, noNaN: true }),
      fc.integer({ min: 2, max: 12 }),
      (from, w, most) => {
        const scale = { from, to: from + w }
        const ticks = ticksOf(scale, most)
        expect(ticks.length).toBeLessThanOrEqual(most)
        for (const tick of ticks) {
          const share = shareAlong(tick, scale)
          expect(share).toBeGreaterThanOrEqual(0)
          expect(Math.abs(from + share * w - tick)).toBeLessThan(w * 1e-3)
        }
      },
    ),
  )
})
