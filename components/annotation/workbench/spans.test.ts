import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codePointSlice } from '@/lib/text/code-points'
import { proposeSpan } from './propose-span'
import { spanFrom, spanFromField, spanOf, spanPieces, toField } from './spans'

describe('spans', () => {
  it('are counted in code points, without blanks at the ends', () => {
    const text = '😀😀 two words here'
    const span = spanFrom(text, text.indexOf(' two'), text.indexOf(' here') + 1)
    expect(span).toEqual({ start: 3, end: 12 })
    expect(span && spanPieces(text, span)).toEqual(['😀😀 ', 'two words', ' here'])
    expect(spanFrom(text, 4, 5)).toBeNull()
    expect(spanFrom(text, 6, 6)).toBeNull()
  })

  it('are what was chosen in a field, which makes one letter of a line break of two', () => {
    const piece = fc.constantFrom('\r\n', '\n', 'a', 'bc', ' ', '😀', '家')
    fc.assert(
      fc.property(fc.array(piece), fc.array(piece), fc.array(piece), (...parts) => {
        const [before, chosen, behind] = parts.map((pieces) => pieces.join(''))
        const text = `${before}${chosen}${behind}`
        const asField = (of = '') => of.replaceAll('\r\n', '\n')
        const start = asField(before).length
        const span = spanFromField(text, start, start + asField(chosen).length)
        expect(span ? codePointSlice(text, span.start, span.end) : '').toBe(chosen?.trim())
        if (span)
          expect(asField(text).slice(toField(text, span.start), toField(text, span.end))).toBe(asField(chosen).trim())
      }),
    )
  })

  it('mark no blanks, whatever was stored', () => {
    expect(spanPieces('😀 two words ', { start: 1, end: 12 })).toEqual(['😀 ', 'two words', ' '])
    expect(spanPieces('😀 two words ', { start: 11, end: 12 })[1]).toBe('')
  })

  it('are read from answers only where they are some', () => {
    expect(spanOf({ c: { span: { start: 1, end: 2 } } }, 'c', 'span')).toEqual({ start: 1, end: 2 })
    for (const value of [null, 'x', [1, 2], { start: '1', end: 2 }])
      expect(spanOf({ c: { span: value } }, 'c', 'span')).toBeNull()
  })
})

describe('proposeSpan', () => {
  it.each([
    [
      'Gold is a metal, and silver is cheaper than gold.',
      'Silver is cheaper than gold.',
      'silver is cheaper than gold',
    ],
    ['Born in 1867, Marie Curie won two prizes.', 'Marie Curie won two prizes.', 'Marie Curie won two prizes'],
    ['ولدت في وارسو وفازت بجائزتين.', 'فازت بجائزتين', 'بجائزتين'],
    ['金は銀より重い。銀は安い。', '銀は安い', '銀は安い'],
  ])('%s', (sentence, claim, expected) => {
    const span = proposeSpan(sentence, claim)
    expect(span && codePointSlice(sentence, span.start, span.end)).toBe(expected)
  })

  it('proposes nothing where too little is common, or nothing is written', () => {
    expect(proposeSpan('Gold is a metal.', 'The moon shines at night.')).toBeNull()
    expect(proposeSpan('Gold is a metal.', '')).toBeNull()
    expect(proposeSpan('', 'Gold')).toBeNull()
  })
})
