import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharedPieces, tellingWords } from './shared-words'

const marked = (claim: string, quote: string) =>
  sharedPieces(quote, tellingWords(claim))
    .filter(({ isShared }) => isShared)
    .map(({ text }) => text)

describe('words that a passage shares with a claim', () => {
  it.each([
    ['whatever their case', 'The Bridge opened in 1932.', 'In 1932 the BRIDGE was new.', ['1932', 'BRIDGE']],
    ['but no short words', 'It is in the sea.', 'It is the end.', []],
    ['in scripts without blanks', '長江是亞洲最長的河流', '長江流經中國', ['長江']],
    ['from right to left', 'القاهرة عاصمة مصر', 'تقع القاهرة على النيل', ['القاهرة']],
  ])('%s', (_, claim, quote, expected) => {
    expect(marked(claim, quote)).toEqual(expected)
  })

  it('leave the passage as it is', () => {
    fc.assert(
      fc.property(fc.string(), fc.string({ unit: 'grapheme' }), (claim, quote) => {
        expect(
          sharedPieces(quote, tellingWords(claim))
            .map(({ text }) => text)
            .join(''),
        ).toBe(quote)
      }),
    )
  })
})
