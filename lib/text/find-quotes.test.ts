import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePointSlice } from './code-points'
import { QuotedText, TakenPlaces } from './find-quotes'

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
    const taken = new TakenPlaces()
    const starts = [' he left, in', 'nobody said this ', null, null].map(
      (before) => quoted.find({ text: '1815', before }, taken)?.start ?? null,
    )
    expect(starts).toEqual([42, 3, 25, null])
    expect([1, 2].map(() => quoted.find({ text: '1815' })?.start)).toEqual([3, 3])
  })

  it('is given a place once, however it is written', () => {
    const taken = new TakenPlaces()
    const quoted = new QuotedText('Cats sleep. Cats eat.')
    const starts = ['Cats', 'cats', 'CATS'].map((text) => quoted.find({ text }, taken)?.start ?? null)
    expect(starts).toEqual([0, 12, null])
  })

  it.each([
    ['part', 'The party took part.', 15],
    ['part', 'The party took PART.', 15],
    ['1', 'In 1815, page 1.', 14],
    ['part', 'The party.', 4],
    ['京', '東京は京', 1],
  ])('stands as whole words where it can, and else within them: %s in %s', (quote, text, start) => {
    expect(found(text, quote)?.start).toBe(start)
  })

  it.each([
    ['Café', 'A Cafe\u0301 here', 'Cafe\u0301'],
    ['cafe\u0301', 'A Café here', 'Café'],
    ['한국', 'x \u1112\u1161\u11ab\u1100\u116e\u11a8 y', '\u1112\u1161\u11ab\u1100\u116e\u11a8'],
    ['Ệ', 'x e\u0323\u0302 y', 'e\u0323\u0302'],
  ])('is the same with accents as characters of their own: %s', (quote, text, own) => {
    const place = found(text, quote)
    expect(place).toEqual({ start: 2, end: 2 + [...own].length, text: own })
  })

  it('never parts a letter from its accents', () => {
    expect(found('A Cafe\u0301 here', 'Cafe')).toBeNull()
    expect(found('A q\u0307 here', 'Q')).toBeNull()
    expect(found('A Cafe\u0301, a Cafe', 'Cafe')?.start).toBe(11)
  })

  it('takes the words before it as loosely as itself', () => {
    expect(found('One: “a”. Two: "a".', 'a', '  two: “')?.start).toBe(16)
  })

  it('is a slice of the text, between whichever characters it was cut', () => {
    const graphemes = fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }), { maxLength: 40 })
    fc.assert(
      fc.property(graphemes, fc.nat(40), fc.nat(40), (parts, a, b) => {
        const quote = parts.slice(Math.min(a, b), Math.max(a, b)).join('')
        const text = parts.join('')
        const place = found(text, quote)
        expect(place?.text ?? '').toBe(quote.trim())
        if (place) expect(codePointSlice(text, place.start, place.end)).toBe(place.text)
      }),
    )
  })

  it('of a text that repeats itself is found in no time', () => {
    const quoted = new QuotedText('a '.repeat(200_000))
    const taken = new TakenPlaces()
    const starts = Array.from({ length: 500 }, () => quoted.find({ text: 'A  a', before: 'b' }, taken)?.start)
    expect(new Set(starts).size).toBe(500)
  })
})
