import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OffsetsOf, type OffsetUnit } from './offset-units'

const text = 'né 𝄞 日'

describe('offsets of a text', () => {
  it.each<[OffsetUnit, number[]]>([
    ['code points', [0, 1, 2, 3, 4, 5, 6]],
    ['utf-16', [0, 1, 2, 3, 5, 6, 7]],
    ['bytes', [0, 1, 3, 4, 8, 9, 12]],
  ])('are counted in %s', (unit, begins) => {
    const offsets = new OffsetsOf(text, unit)
    expect(begins.map((offset) => offsets.toCodePoint(offset))).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect([0, 1, 2, 3, 4, 5, 6].map((count) => offsets.fromCodePoint(count))).toEqual(begins)
  })

  it('are none within a character or behind the text', () => {
    expect(new OffsetsOf(text, 'utf-16').toCodePoint(4)).toBeNull()
    expect(new OffsetsOf(text, 'bytes').toCodePoint(2)).toBeNull()
    expect(new OffsetsOf(text, 'code points').toCodePoint(7)).toBeNull()
    expect(new OffsetsOf(text, 'code points').toCodePoint(-1)).toBeNull()
  })

  it('slice what the platform slices', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(20), fc.nat(20), (any, from, length) => {
        const points = [...any]
        const [start, end] = [Math.min(from, points.length), Math.min(from + length, points.length)]
        const words = points.slice(start, end).join('')
        const [units, bytes] = [new OffsetsOf(any, 'utf-16'), new OffsetsOf(any, 'bytes')]
        expect(any.slice(units.fromCodePoint(start), units.fromCodePoint(end))).toBe(words)
        const encoded = Buffer.from(any).subarray(bytes.fromCodePoint(start), bytes.fromCodePoint(end))
        expect(encoded.toString()).toBe(words)
      }),
    )
  })
})
