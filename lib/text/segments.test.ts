import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectLinearTime } from '@/tests/support/linear-time'
import { segmentsOf } from './segments'

const TEXTS = [
  'The Pacific is the largest ocean; it has 25,000 islands. ',
  'أطول نهر في أفريقيا هو نهر النيل. ',
  '黄河发源于青海省，流经九个省区，最后注入渤海。',
  'แม่น้ำไนล์เป็นแม่น้ำที่ยาวที่สุดในโลก ',
  '👩‍👩‍👧 families 🇫🇷🇩🇪 e\u0301te\u0301 ',
]
/** Several stretches; work that takes the square of it is well above the least that is measured. */
const LENGTH = 10_000
/** As one call of the platform's segmenter has it. */
const atOnce = (text: string, granularity: 'word' | 'sentence') =>
  Array.from(new Intl.Segmenter('en', { granularity }).segment(text), ({ segment, index, isWordLike = false }) => ({
    segment,
    index,
    isWordLike,
  }))

describe('segmentsOf', () => {
  it.each(TEXTS)('divides a long text as a single call would: %s', (text) => {
    for (const granularity of ['word', 'sentence'] as const) {
      const long = text.repeat(600)
      expect(Array.from(segmentsOf(long, granularity, 'en'))).toEqual(atOnce(long, granularity))
    }
  })

  it('gives slices that put together are the text, whatever it holds', () => {
    const pieces = fc.constantFrom(...TEXTS, ' ', '\n', '.', '-', '\ud83d', '\ude00', 'a'.repeat(3_000), '\u0301', '1,')
    const texts = fc.array(fc.tuple(pieces, fc.integer({ min: 1, max: 2_000 })), { maxLength: 3 })
    fc.assert(
      fc.property(texts, fc.constantFrom('word', 'sentence'), (parts, granularity) => {
        const text = parts.map(([part, times]) => part.repeat(times)).join('')
        const found = Array.from(segmentsOf(text, granularity))
        expect(found.map(({ segment }) => segment).join('')).toBe(text)
        expect(found.every(({ segment, index }) => text.startsWith(segment, index))).toBe(true)
      }),
      { numRuns: 25 },
    )
  })

  it.each(['a', '\u0301', '1,', '-'])('takes no more time for words behind a long run: %s', (run) => {
    for (const granularity of ['word', 'sentence'] as const)
      expectLinearTime(
        (given) => Array.from(segmentsOf(given, granularity)),
        (length) => run.repeat(Math.ceil(length / 2 / run.length)) + 'Words. '.repeat(Math.ceil(length / 14)),
        LENGTH,
      )
  })

  it.each([...TEXTS, '-', 'a', '中', '. '])('takes time in proportion to the text: %s', (text) => {
    for (const granularity of ['word', 'sentence'] as const)
      expectLinearTime(
        (given) => Array.from(segmentsOf(given, granularity)),
        (length) => text.repeat(Math.ceil(length / text.length)),
        LENGTH,
      )
  })
})
