import { describe, expect, it } from 'vitest'
import { seededRandom } from '@/lib/stats/seeded-random'
import { expectLinearTime } from '@/tests/support/linear-time'
import { normalizeText } from './normalize'

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const
const LETTERS = [...'aé ﬁ가ｶ각ǖΐ']
const MARKS = [...'\u0301\u0316\u0327\u1b6c\uff9e\uff9f\u0345\u05b0']

/** Letters, each with up to so many marks in any order. */
function drawn(seed: number, most: number): string {
  const random = seededRandom(seed)
  const pick = (signs: readonly string[]) => signs[random(signs.length)] ?? ''
  return Array.from(
    { length: 20 },
    () => pick(LETTERS) + Array.from({ length: random(most + 1) }, () => pick(MARKS)).join(''),
  ).join('')
}

describe('normalizing', () => {
  it.each(FORMS)('to %s does what the platform does, where no letter has more than thirty marks', (form) => {
    for (let seed = 1; seed <= 100; seed++) {
      const text = drawn(seed, 15)
      expect(normalizeText(text, form)).toBe(text.normalize(form))
    }
  })

  it('orders more marks in pieces, and loses none', () => {
    const marks = '\u0301\u0316'.repeat(40)
    expect(normalizeText(`a${marks}b`, 'NFD')).toBe(
      `a${'\u0316'.repeat(15)}${'\u0301'.repeat(15)}`.concat(
        `${'\u0316'.repeat(15)}${'\u0301'.repeat(15)}`,
        `${'\u0316'.repeat(10)}${'\u0301'.repeat(10)}b`,
      ),
    )
  })

  it.each(FORMS)('to %s takes time in proportion, whatever the marks', (form) => {
    for (const run of ['\u1b6c\u0301', '\uff9e\u0301', '\u0301\u0316\u0327'])
      expectLinearTime(
        (text) => normalizeText(text, form),
        (length) => run.repeat(length / run.length),
        20_000,
        run,
      )
  })
})
