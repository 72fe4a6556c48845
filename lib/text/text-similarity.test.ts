import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CLAIM_SIMILARITY_THRESHOLD, similarityTable, textSimilarity } from './text-similarity'

describe('textSimilarity', () => {
  it.each([
    ['Paris is in France.', '  PARIS is  in France.'],
    ['Cafe\u0301', 'café'],
    ['STRASSE', 'Straße'],
    ['ΟΔΟΣ', 'οδος'],
    ['', ' \n'],
  ])('takes %j and %j for the same', (a, b) => {
    expect(textSimilarity(a, b)).toBe(1)
  })

  it.each([
    ['Paris is the capital of France.', 'The capital of France is Paris.'],
    ['她出生于北京。', '她1980年出生于北京。'],
    ['عاصمة فرنسا هي باريس', 'باريس هي عاصمة فرنسا'],
    ['กรุงเทพเป็นเมืองหลวงของไทย', 'กรุงเทพเป็นเมืองหลวงของประเทศไทย'],
    ['The treaty was signed in 1713.', 'The treaty was signed in 1731.'],
  ])('proposes %j and %j as one claim', (a, b) => {
    expect(textSimilarity(a, b)).toBeGreaterThanOrEqual(CLAIM_SIMILARITY_THRESHOLD)
    expect(textSimilarity(a, b)).toBeLessThan(1)
  })

  it.each([
    ['Marie Curie was born in Warsaw.', 'Polonium has no stable isotopes.'],
    ['她出生于北京。', '长城是世界奇迹之一。'],
    ['a claim', ''],
  ])('tells %j and %j apart', (a, b) => {
    expect(textSimilarity(a, b)).toBeLessThan(CLAIM_SIMILARITY_THRESHOLD)
  })

  it('lies between 0 and 1, is the same both ways round, and 1 for a text and itself', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('a', 'B', ' ', '他', '住', 'ß', '.') }),
    )
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const similarity = textSimilarity(a, b)
        expect(similarity).toBe(textSimilarity(b, a))
        expect(similarity).toBeGreaterThanOrEqual(0)
        expect(similarity).toBeLessThanOrEqual(1)
        expect(textSimilarity(a, ` ${a.toUpperCase()}\n`)).toBe(1)
      }),
    )
  })

  it('is what the table of two lists holds', () => {
    const [left, right] = [
      ['A tower.', 'tower a', ''],
      ['a tower', 'B'],
    ]
    expect(similarityTable(left, right)).toEqual(left.map((a) => right.map((b) => textSimilarity(a, b))))
  })
})
