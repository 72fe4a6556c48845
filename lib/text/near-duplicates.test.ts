import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findDuplicates, NEAR_DUPLICATE_THRESHOLD } from './near-duplicates'
import { textSimilarity } from './text-similarity'

describe('findDuplicates', () => {
  it('tells exact from near ones and names every pair', () => {
    const texts = [
      'The tower stands in Paris.',
      'Polonium is rare.',
      'the  tower stands\nin Paris. ',
      'In Paris the tower stands.',
      'The tower stands in Paris!',
    ]
    expect(findDuplicates(texts)).toEqual([
      { left: 0, right: 2, kind: 'exact' },
      { left: 0, right: 3, kind: 'near' },
      { left: 0, right: 4, kind: 'near' },
      { left: 2, right: 3, kind: 'near' },
      { left: 2, right: 4, kind: 'near' },
      { left: 3, right: 4, kind: 'near' },
    ])
  })

  it('works where words have no blanks between them', () => {
    expect(findDuplicates(['她出生于北京的一个小村庄。', '她出生于北京的一个村庄。'])).toMatchObject([{ kind: 'near' }])
  })

  it('leaves blank texts alone', () => {
    expect(findDuplicates(['', ' ', '\n'])).toEqual([])
  })

  it('finds what comparing every pair in full finds', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '他', '住'), minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(fc.array(text, { maxLength: 8 }), (texts) => {
        const pairs = texts.flatMap((left, index) =>
          texts
            .slice(index + 1)
            .filter((right) => left.trim() !== '' && right.trim() !== '')
            .filter((right) => textSimilarity(left, right) >= NEAR_DUPLICATE_THRESHOLD),
        )
        expect(findDuplicates(texts)).toHaveLength(pairs.length)
      }),
    )
  })
})
