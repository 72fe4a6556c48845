import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shownText } from './shown-text'

describe('shownText', () => {
  it.each([
    ['It rained .', 'It rained.'],
    ['It rained.  ', 'It rained.'],
    ['Rain ,  snow ; and ( so it is said ) hail !', 'Rain, snow; and (so it is said) hail!'],
    ['One line\nand  another', 'One line and another'],
    ['He said "no" .', 'He said "no".'],
  ])('takes the cues out of %j', (text, expected) => {
    expect(shownText(text)).toBe(expected)
  })

  it('changes nothing that people read, and nothing more the second time', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'B', ' ', '\n', '.', ',', '(', ')', '“', '”', '7') })
    fc.assert(
      fc.property(text, (given) => {
        const shown = shownText(given)
        expect(shown.replace(/\s/g, '')).toBe(given.replace(/\s/g, ''))
        expect(shownText(shown)).toBe(shown)
      }),
    )
  })
})
