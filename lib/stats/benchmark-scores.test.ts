import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factorAccuracy } from './factor-accuracy'
import { factorChoice } from './factor-choice'
import { tokenEditDistance } from './token-edit-distance'
import { veriscoreF1k } from './veriscore-f1k'

describe('FACTOR', () => {
  it('counts ties as nothing, as correct, or as their share', () => {
    const examples = [{ scores: [-1, -1, -2] }, { scores: [-3, -2, -2] }, { scores: [-1, -2, -3] }]
    const accuracy = (ties: 'strict' | 'first' | 'fractional') => factorAccuracy(examples, { ties })
    expect(accuracy('strict')).toEqual({ value: 1 / 3, n: 3, nTies: 1 })
    expect(accuracy('first').value).toBe(2 / 3)
    expect(accuracy('fractional').value).toBe(0.5)
    expect(factorAccuracy(examples)).toEqual(accuracy('strict'))
  })

  it('is undefined without examples, and refuses missing scores and lone completions', () => {
    expect(factorAccuracy([])).toEqual({ value: null, reason: 'empty', n: 0, nTies: 0 })
    expect(() => factorAccuracy([{ scores: [-1, Number.NaN] }])).toThrow('not finite')
    expect(() => factorAccuracy([{ scores: [-1] }])).toThrow('contradiction')
  })

  it('chooses by the mean, the first of those tied, which is not correct', () => {
    expect(factorChoice([[-2, -4], [-3]])).toEqual({ means: [-3, -3], choice: 0, correct: false })
    expect(factorChoice([[-1], [-2, -2]])).toMatchObject({ choice: 0, correct: true })
    expect(() => factorChoice([[-1], []])).toThrow('no tokens')
    expect(() => factorChoice([])).toThrow('no completion')
  })
})

describe('VeriScore', () => {
  const counts = fc.nat(12).chain((total) => fc.record({ total: fc.constant(total), supported: fc.nat(total) }))
  const responses = fc.array(counts, { minLength: 1, maxLength: 8 })

  it('lies between 0 and 1 and falls as more is asked', () => {
    fc.assert(
      fc.property(responses, fc.integer({ min: 1, max: 20 }), (of, k) => {
        const [score, stricter] = [veriscoreF1k(of, { k }), veriscoreF1k(of, { k: k + 1 })]
        if (score.value === null || stricter.value === null) throw new Error('a number of claims above 0 scores')
        expect(score.value >= 0 && score.value <= 1).toBe(true)
        expect(stricter.value).toBeLessThanOrEqual(score.value + 1e-12)
      }),
    )
  })

  it('is undefined where nothing can be asked', () => {
    expect(veriscoreF1k([], { k: 3 })).toMatchObject({ value: null, reason: 'empty', k: null })
    expect(veriscoreF1k([{ supported: 0, total: 0 }], { k: 'median' })).toMatchObject({ reason: 'k-is-zero', k: 0 })
    expect(veriscoreF1k([{ supported: 0, total: 0 }], { k: 2 })).toMatchObject({ value: 0, meanPrecision: null })
  })

  it('refuses what cannot be counted', () => {
    expect(() => veriscoreF1k([{ supported: 2, total: 1 }], { k: 1 })).toThrow('2 of 1')
    expect(() => veriscoreF1k([{ supported: 0.5, total: 1 }], { k: 1 })).toThrow('not a count')
    expect(() => veriscoreF1k([{ supported: 0, total: 1 }], { k: -1 })).toThrow('number of claims')
  })
})

describe('distance in words', () => {
  it('counts whole words, whatever stands between them', () => {
    expect(tokenEditDistance('a b  c', 'a x c')).toEqual({ value: 1, normalized: 1 / 3, tokensA: 3, tokensB: 3 })
    expect(tokenEditDistance(' ', '')).toEqual({ value: 0, normalized: 0, tokensA: 0, tokensB: 0 })
  })
})
