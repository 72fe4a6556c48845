import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { alignedLabelAgreement } from './aligned-label-agreement'
import { claimAlignment } from './claim-alignment'
import { claimAlignmentText } from './claim-alignment-text'
import { ngramDistance } from './ngram-distance'
import { rougeL } from './rouge-l'
import { tokenEditDistance } from './token-edit-distance'
import { wordOverlap } from './word-overlap'

const texts = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', 'é', '日', '😀'), maxLength: 12 })

describe('wordOverlap', () => {
  it('asks the longer text, each word as often as it stands there', () => {
    expect(wordOverlap('a b', 'a a c d')).toEqual({ value: 0.5 })
    expect(wordOverlap('a b', 'b c')).toEqual({ value: 0.5 })
    expect(wordOverlap(' ', '')).toEqual({ value: null, reason: 'empty' })
  })
})

describe('ngramDistance', () => {
  it('is the same both ways round, 0 for a text and itself, at most 1', () => {
    fc.assert(
      fc.property(texts, texts, fc.integer({ min: 1, max: 4 }), (a, b, n) => {
        const { value } = ngramDistance(a, b, n)
        expect(value).toBeCloseTo(ngramDistance(b, a, n).value, 12)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
        expect(ngramDistance(a, a, n).value).toBe(0)
      }),
    )
  })

  it('knows no n-gram of nothing', () => {
    expect(() => ngramDistance('a', 'b', 0)).toThrow('n-grams')
    expect(() => ngramDistance('a', 'b', 1.5)).toThrow('n-grams')
  })
})

describe('rougeL', () => {
  it('keeps the order of words and ignores all else', () => {
    expect(rougeL('The cat sat.', 'the CAT')).toEqual({ value: 0.8, precision: 1, recall: 2 / 3 })
    expect(rougeL('北京', '北京').value).toBe(0)
  })
})

describe('tokenEditDistance', () => {
  it('counts whole words, whatever stands between them', () => {
    expect(tokenEditDistance('a b  c', 'a x c')).toEqual({ value: 1, normalized: 1 / 3, tokensA: 3, tokensB: 3 })
    expect(tokenEditDistance(' ', '')).toEqual({ value: 0, normalized: 0, tokensA: 0, tokensB: 0 })
  })
})

describe('claimAlignment', () => {
  it('takes two empty lists for agreement, one for none', () => {
    expect(claimAlignmentText([], [], { similarity: 'token_jaccard', threshold: 0.5 }).f1).toBe(1)
    expect(claimAlignmentText([], ['a'], { similarity: 'token_jaccard', threshold: 0.5 }).f1).toBe(0)
    expect(claimAlignment([[], []], { threshold: 0.5 })).toMatchObject({ precision: 0, recall: 0, f1: 0 })
  })
})

describe('alignedLabelAgreement', () => {
  it('says why there is nothing to compare', () => {
    expect(alignedLabelAgreement([[0.1]], ['true'], ['true'], { threshold: 0.5 })).toEqual({
      pairs: [],
      matched: 0,
      coverageA: 0,
      coverageB: 0,
      labelAgreement: null,
      labelKappa: null,
      reason: 'no-pairable-units',
    })
    expect(alignedLabelAgreement([], [], [], { threshold: 0.5 })).toMatchObject({ coverageA: null, coverageB: null })
  })

  it('keeps the agreement where the kappa has no value', () => {
    const alike = alignedLabelAgreement([[0.9]], ['true'], ['true'], { threshold: 0.5, categories: ['true', 'false'] })
    expect(alike).toMatchObject({ labelAgreement: 1, labelKappa: null, reason: 'no-variation' })
  })

  it('refuses labels that are not the claims’', () => {
    expect(() => alignedLabelAgreement([[1]], ['true'], [], { threshold: 0.5 })).toThrow('labels')
  })
})
