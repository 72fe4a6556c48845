import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeUnits } from './place-units'

describe('placeUnits', () => {
  const unit = (text: string, index: number) => ({ key: `s${index + 1}`, kind: 'segment', text })

  it('finds units with what stands between them, also when they repeat', () => {
    expect(placeUnits('1. No.\n2. No.', ['No.', 'No.'].map(unit))).toEqual([
      { at: 0, text: '1. ', unit: null },
      { at: 3, text: 'No.', unit: 's1' },
      { at: 6, text: '\n2. ', unit: null },
      { at: 10, text: 'No.', unit: 's2' },
    ])
  })

  it('says so when a unit is not there word for word', () => {
    expect(placeUnits('one two', ['one', 'three'].map(unit))).toBeNull()
    expect(placeUnits('one two', ['two', 'one'].map(unit))).toBeNull()
    expect(placeUnits('one', [''].map(unit))).toBeNull()
  })

  it('never loses a character, whatever the script', () => {
    const part = fc.tuple(
      fc.string({ unit: 'grapheme', maxLength: 5 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 9 }),
    )
    fc.assert(
      fc.property(fc.array(part), fc.string({ unit: 'grapheme' }), (parts, tail) => {
        const text = parts.flat().join('') + tail
        const pieces = placeUnits(text, parts.map(([, own]) => own).map(unit))
        expect(pieces?.map((piece) => piece.text).join('')).toBe(text)
        expect(pieces?.filter((piece) => piece.unit !== null).map((piece) => piece.text)).toEqual(
          parts.map(([, own]) => own),
        )
      }),
    )
  })
})
