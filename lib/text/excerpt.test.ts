import fc from 'fast-check'
import { expect, it } from 'vitest'
import { codePointLength, codePointSlice } from './code-points'
import { excerpt } from './excerpt'

const text = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '\n', '\u00a0', 'é', '水', '😀', '\ud83d', '\ude00'),
  maxLength: 60,
})

it('is the beginning on one line, counted in code points, with an ellipsis where something is left out', () => {
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 30 }), (given, length) => {
      const line = given.replace(/\s+/g, ' ').trim()
      const cut = `${codePointSlice(line, 0, length - 1).trimEnd()}…`
      expect(excerpt(given, length)).toBe(codePointLength(line) <= length ? line : cut)
    }),
  )
})
