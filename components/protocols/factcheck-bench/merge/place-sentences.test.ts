import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeSentences } from './place-sentences'

const unit = (text: string) => ({ key: text.slice(0, 2), text })
const A = unit('A1 stands on a hill above the sea.')
const B = unit('B2 was built by the harbour office.')
const C = unit('C3 is green.')
const placed = (text: string) =>
  placeSentences(text, [A, B, C]).flatMap((piece) => (piece.unit === null ? [] : [[piece.unit, piece.text]]))

describe('placeSentences', () => {
  it.each<[string, string, string[][]]>([
    [
      'word for word',
      `${A.text} ${B.text} ${C.text}`,
      [
        ['A1', A.text],
        ['B2', B.text],
        ['C3', C.text],
      ],
    ],
    [
      'with one changed',
      `${A.text} B2 was built by a harbour office. ${C.text}`,
      [
        ['A1', A.text],
        ['B2', 'B2 was built by a harbour office.'],
        ['C3', C.text],
      ],
    ],
    [
      'with one moved, by the greater part',
      `${C.text} ${A.text} ${B.text}`,
      [
        ['A1', A.text],
        ['B2', B.text],
      ],
    ],
    [
      'with one gone',
      `${A.text} ${C.text}`,
      [
        ['A1', A.text],
        ['C3', C.text],
      ],
    ],
    ['with nothing of them', 'Quite another text.', []],
  ])('%s', (_, text, expected) => {
    expect(placed(text)).toEqual(expected)
  })

  it('makes up the text, whatever it is', () => {
    const word = fc.constantFrom('one', 'two', 'three', '. ', ' ', '四', '五')
    const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(''))
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 5 }), (whole, units) => {
        const pieces = placeSentences(
          whole,
          units.map((each, index) => ({ key: String(index), text: each })),
        )
        expect(pieces.map((piece) => piece.text).join('')).toBe(whole)
        expect(new Set(pieces.map(({ at }) => at)).size).toBe(pieces.length)
      }),
    )
  })
})
