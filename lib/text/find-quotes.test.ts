import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePointSlice } from './code-points'
import { QuotedText } from './find-quotes'

const found = (text: string, quote: string, before?: string) =>
  new QuotedText(text).find({ text: quote, ...(before === undefined ? {} : { before }) })

describe('a quotation', () => {
  it('stands where its very characters do, counted in code points', () => {
    expect(found('𝒜da 🙂 wrote.', 'wrote')).toEqual({ start: 6, end: 11, text: 'wrote' })
    expect(found('Ada wrote.', ' Ada wrote.\n')).toEqual({ start: 0, end: 10, text: 'Ada wrote.' })
  })

  it('may differ in case, white space and kinds of quotation marks, and comes as it stands in the text', () => {
    expect(found('She said: “It’s\n  ONE”.', `it's one"`)).toEqual({ start: 11, end: 22, text: 'It’s\n  ONE”' })
    expect(found('İstanbul, then Izmir', 'then izmir')).toEqual({ start: 10, end: 20, text: 'then Izmir' })
  })

  it.each([
    ['another word', 'Born in 1815 in London.', 'Born in 1816'],
    ['words that are parted otherwise', 'the therapist', 'the rapist'],
    ['nothing', 'Ada', ''],
    ['white space alone', 'A da', ' \n '],
    ['more than there is', 'Ada', 'Ada wrote'],
  ])('is not found where the text lacks it: %s', (_, text, quote) => {
    expect(found(text, quote)).toBeNull()
  })

  it('stands where the words before it say, and else in turn, each place once', () => {
    const text = 'In 1815 she was born, in 1815 he left, in 1815 it rained.'
    const quoted = new QuotedText(text)
    const starts = [' he left, in', 'nobody said this ', null, null].map(
      (before) => quoted.find({ text: '1815', before })?.start ?? null,
    )
    expect(starts).toEqual([42, 3, 25, null])
  })

  it('takes the words before it as loosely as itself', () => {
    expect(found('One: “a”. Two: "a".', 'a', '  two: “')?.start).toBe(16)
  })

  it('is a slice of the text, wherever it was cut from', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
        fc.nat(40),
        fc.nat(40),
        (text, a, b) => {
          const quote = codePointSlice(text, Math.min(a, b), Math.max(a, b))
          const place = found(text, quote)
          expect(place?.text ?? '').toBe(quote.trim())
          if (place) expect(codePointSlice(text, place.start, place.end)).toBe(place.text)
        },
      ),
    )
  })

  it('of a text that repeats itself is found in no time', () => {
    const quoted = new QuotedText('a '.repeat(200_000))
    const starts = Array.from({ length: 500 }, () => quoted.find({ text: 'A  a', before: 'b' })?.start)
    expect(new Set(starts).size).toBe(500)
  })
})
