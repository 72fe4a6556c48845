import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chrfPlusPlus } from './chrf'
import { rougeN } from './rouge-n'

const text = fc.array(fc.constantFrom('The', 'lighthouse', 'was', 'built,', '"in', '1871.', 'Ärmel', '灯台'), {
  maxLength: 12,
})
const texts = text.map((words) => words.join(' '))

describe('chrF++', () => {
  it('is the F-measure of mean precision and recall over the orders that both texts reach', () => {
    // Of "aa" and "ab": characters 1/2, pairs of them 0, words 0, so that both means are 1/6.
    expect(chrfPlusPlus('ab', 'aa')).toBeCloseTo(1 / 6, 12)
    // Characters 2/2 and 2/3, pairs 1/1 and 1/2, words 0 and 0: P = 2/3, R = 7/18, and beta is 2.
    expect(chrfPlusPlus('abc', 'ab')).toBeCloseTo((5 * (2 / 3) * (7 / 18)) / (4 * (2 / 3) + 7 / 18), 12)
  })

  it('takes a mark at the end of a word, or else at its beginning, for a word of its own', () => {
    const shared = chrfPlusPlus('end.', 'end!')
    expect(shared).toBeGreaterThan(chrfPlusPlus('endX', 'endY'))
  })

  it('is 1 for equal texts and 0 where one has nothing', () => {
    expect(chrfPlusPlus('a b c', 'a  b\nc')).toBe(1)
    expect(chrfPlusPlus('', 'word')).toBe(0)
    expect(chrfPlusPlus('', '')).toBe(0)
  })

  it('stays between 0 and 1', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const value = chrfPlusPlus(one, other)
        expect(value >= 0 && value <= 1 + 1e-12).toBe(true)
        if (one.trim() !== '') expect(chrfPlusPlus(one, one)).toBeCloseTo(1, 12)
      }),
    )
  })
})

describe('ROUGE-N', () => {
  // Lin 2004, section 3: police killed the gunman; "police kill the gunman" and "the gunman kill police".
  it.each([
    [1, 'police kill the gunman', 3 / 4],
    [1, 'the gunman kill police', 3 / 4],
    [2, 'police kill the gunman', 1 / 3],
    [2, 'the gunman kill police', 1 / 3],
  ])('of order %i counts what %s has in common', (n, candidate, value) => {
    expect(rougeN('police killed the gunman', candidate, n).value).toBeCloseTo(value, 12)
  })

  it('counts a repeated run as often as both have it', () => {
    expect(rougeN('the the cat', 'the cat the the', 1)).toEqual({ precision: 3 / 4, recall: 1, value: 6 / 7 })
  })

  it('turns precision into recall when the texts change places', () => {
    fc.assert(
      fc.property(texts, texts, fc.integer({ min: 1, max: 3 }), (one, other, n) => {
        const [there, back] = [rougeN(one, other, n), rougeN(other, one, n)]
        expect([there.precision, there.recall]).toEqual([back.recall, back.precision])
        expect(there.value).toBeCloseTo(back.value, 12)
        expect(there.value >= 0 && there.value <= 1).toBe(true)
      }),
    )
  })
})
