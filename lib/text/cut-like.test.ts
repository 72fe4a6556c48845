import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutLike } from './cut-like'

it('keeps every character of the text, whatever white space the pieces have', () => {
  expect(cutLike('One.  Two.\nThree.', ['One.', ' Two. Three.'])).toEqual(['One.  ', 'Two.\nThree.'])
})

it('makes slices that put together are the text, however it is cut, and none of another text', () => {
  const words = fc.array(fc.stringMatching(/^[\p{L}.,]{1,8}$/u), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(words, fc.array(fc.boolean(), { minLength: 20, maxLength: 20 }), (texts, breaks) => {
      const text = texts.join(' ')
      const pieces: string[] = ['']
      texts.forEach((word, index) => {
        pieces[pieces.length - 1] += word
        if (breaks[index]) pieces.push('')
      })
      expect(cutLike(text, pieces)?.join('')).toBe(text)
      expect(cutLike(text, [...pieces, 'more'])).toBeNull()
    }),
  )
})
