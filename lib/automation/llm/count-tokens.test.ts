import fc from 'fast-check'
import { countTokens } from 'gpt-tokenizer'
import { beforeAll, describe, expect, it } from 'vitest'
import { processorTime } from '@/tests/support/processor-time'
import { type CountTokens, loadTokenCounter, stretches } from './count-tokens'

describe('counting tokens', () => {
  let count: CountTokens
  beforeAll(async () => {
    count = await loadTokenCounter()
  })

  it('counts as the tokenizer does where a text is short', () => {
    const text = 'The library of Alexandria was founded in the third century BC.'
    expect(count(text)).toBe(countTokens(text))
  })

  it('comes close to it where a text is long', () => {
    const text = 'Water boils at one hundred degrees; ice melts at zero. '.repeat(200)
    expect(Math.abs(count(text) - countTokens(text))).toBeLessThanOrEqual(countTokens(text) * 0.02)
  })

  it('takes control tokens for text', () => expect(count('a <|endoftext|> b')).toBeGreaterThan(4))

  it('is done with a long text without spaces in reasonable time', () => {
    const asUsual = processorTime(() => count('汉字 '.repeat(50_000)))
    const taken = processorTime(() => expect(count('汉字'.repeat(50_000))).toBeGreaterThan(10_000))
    expect(taken).toBeLessThan(50 * asUsual)
  })

  it('cuts a text into pieces that are the text again, and no character in two', () => {
    const piece = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.constant('😀'.repeat(300)))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (parts) => {
        const text = parts.join('')
        const pieces = stretches(text)
        expect(pieces.join('')).toBe(text)
        expect(pieces.every((one) => one.length > 0 && one.length <= 257)).toBe(true)
        expect(pieces.some((one) => /^[\uDC00-\uDFFF]/.test(one))).toBe(false)
      }),
    )
  })
})
