import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { splitPrefix } from './prefix-fold'

describe('splitPrefix', () => {
  it('shows a short prefix whole, and of a long one the last paragraph', () => {
    expect(splitPrefix('Short.\nIndeed.')).toEqual({ before: '', end: 'Short.\nIndeed.' })
    const long = 'word '.repeat(200)
    expect(splitPrefix(`${long}\nThe end.\n`)).toEqual({ before: `${long}\n`, end: 'The end.\n' })
  })

  it('cuts a paragraph that is too long where a sentence begins', () => {
    const { end } = splitPrefix('One sentence of several words. '.repeat(60))
    expect(end.startsWith('One sentence')).toBe(true)
  })

  it('loses nothing and cuts no character', () => {
    const part = fc.constantFrom('a', '. ', '\n', '😀', 'word ', 'x'.repeat(100))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 120 }), (parts) => {
        const prefix = parts.join('')
        const { before, end } = splitPrefix(prefix)
        expect(before + end).toBe(prefix)
        expect(/\p{Surrogate}/u.test(end)).toBe(false)
        if (prefix.trim() !== '') expect(end.trim()).not.toBe('')
      }),
    )
  })
})
