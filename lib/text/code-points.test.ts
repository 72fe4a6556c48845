import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePointLength, codePointSlice, codePoints, toCodePointOffset, toUtf16Offset } from './code-points'
import { excerpt } from './excerpt'

describe('code points', () => {
  it('counts a surrogate pair once and a lone surrogate once', () => {
    expect(codePointLength('a😀b')).toBe(3)
    expect(codePoints('a😀\ud83d')).toEqual(['a', '😀', '\ud83d'])
  })

  it('slices like Python', () => {
    expect(codePointSlice('a😀b😀c', 1, 4)).toBe('😀b😀')
    expect(codePointSlice('a😀b', 2)).toBe('b')
    expect(codePointSlice('a😀b', 5, 9)).toBe('')
  })

  it('gives the offset of the pair for one inside it', () => {
    expect([0, 1, 2, 3, 4, 9].map((offset) => toCodePointOffset('a😀b', offset))).toEqual([0, 1, 1, 2, 3, 3])
  })

  it('translates there and back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(30), (text, seed) => {
        const offset = seed % (codePointLength(text) + 1)
        expect(toCodePointOffset(text, toUtf16Offset(text, offset))).toBe(offset)
        expect(codePointSlice(text, 0, offset) + codePointSlice(text, offset)).toBe(text)
      }),
    )
  })
})

describe('excerpt', () => {
  it.each([
    ['Short', 10, 'Short'],
    [' two\n\nlines ', 10, 'two lines'],
    ['exactly ten', 11, 'exactly ten'],
    ['one two three', 8, 'one two…'],
    ['one two three', 9, 'one two…'],
    ['😀😀😀😀', 3, '😀😀…'],
  ])('%j in %d', (text, length, title) => {
    expect(excerpt(text, length)).toBe(title)
  })
})
