import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeFuzzily } from './place-fuzzily'
import { type Piece, placeUnits } from './place-units'

const units = (...texts: string[]) => texts.map((text, index) => ({ key: `s${index + 1}`, text }))
const placed = (pieces: readonly Piece[]) =>
  Object.fromEntries(pieces.filter(({ unit }) => unit !== null).map(({ unit, text }) => [unit, text]))

describe('placeFuzzily', () => {
  it('finds units in other white space', () => {
    const text = 'They are: \r\n1. One, of 1981. \r\n2. Two.\r\n\r\nThat is all.'
    expect(placed(placeFuzzily(text, units('They are: 1. One, of 1981. \n2. Two.', 'That is all.')))).toEqual({
      s1: 'They are: \r\n1. One, of 1981. \r\n2. Two.',
      s2: 'That is all.',
    })
  })

  it('finds units with a word or a mark changed, the first word too', () => {
    const text = 'Teh tower stands in Paris. It is “tall”, and it was built in 1889.'
    expect(
      placed(placeFuzzily(text, units('The tower stands in Paris.', 'It is "tall".', 'It was built in 1889.'))),
    ).toEqual({ s1: 'Teh tower stands in Paris.', s2: 'It is “tall”,', s3: 'it was built in 1889.' })
  })

  it('works where words have no blanks between them', () => {
    const text = '她出生于北京。 她后来住在上海。'
    expect(placed(placeFuzzily(text, units('她出生于北京。', '她后来搬到上海。')))).toEqual({
      s1: '她出生于北京。',
      s2: '她后来住在上海。',
    })
  })

  it('places the rest when a unit is nowhere in the text, or the order is another', () => {
    const text = 'The tower stands in Paris. It was built in 1889.'
    expect(
      placed(placeFuzzily(text, units('The tower stands in Paris.', 'Bananas are yellow.', 'It was built in 1889.'))),
    ).toEqual({
      s1: 'The tower stands in Paris.',
      s3: 'It was built in 1889.',
    })
    expect(
      Object.keys(placed(placeFuzzily(text, units('It was built in 1889.', 'The tower stands in Paris.')))),
    ).toHaveLength(1)
    expect(placeFuzzily(text, [])).toEqual([{ at: 0, text, unit: null }])
    expect(placeFuzzily('', units('x', ''))).toEqual([])
  })

  it('never loses a character nor the order, whatever the texts', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\r\n', '他', '住', 'ก', '.', '😀'), maxLength: 40 }),
    )
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 5 }), (whole, parts) => {
        const pieces = placeFuzzily(whole, units(...parts))
        expect(pieces.map((piece) => piece.text).join('')).toBe(whole)
        expect(pieces.every((piece) => piece.text !== '' && whole.startsWith(piece.text, piece.at))).toBe(true)
        const keys = pieces.flatMap(({ unit }) => unit ?? [])
        expect(keys).toEqual([...new Set(keys)].toSorted())
      }),
    )
  })

  it('answers like placeUnits where that has an answer', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '他', '.'), minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (parts) => {
        const whole = parts.flat().join('')
        const own = units(...parts.map(([, part]) => part))
        expect(placeFuzzily(whole, own)).toEqual(placeUnits(whole, own))
      }),
    )
  })
})
