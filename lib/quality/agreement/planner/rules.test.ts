import { assert, double, integer, property } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { EstimateView } from '@/lib/quality/agreement/contract'
import { outcomeOf, responsesFor } from './rules'

const estimate = (given: Partial<EstimateView> = {}): EstimateView => ({
  value: 0.7,
  reason: null,
  words: null,
  interval: null,
  ...given,
})
const now = (width: number | null, given: Partial<EstimateView> = {}) => ({
  responses: 50,
  units: 200,
  width,
  estimate: estimate(given),
})

describe('responsesFor', () => {
  it('takes four times the responses for half the width', () => {
    expect(responsesFor({ responses: 50, width: 0.3 }, 0.15)).toBe(200)
    expect(responsesFor({ responses: 38, width: 0.3 }, 0.1)).toBe(342)
  })

  it('never takes fewer for a narrower interval, nor fewer than there are, and no more than reach the width', () => {
    const width = double({ min: 0.01, max: 2, noNaN: true })
    assert(
      property(integer({ min: 2, max: 5000 }), width, width, width, (responses, of, a, b) => {
        const [narrow, wide] = [Math.min(a, b), Math.max(a, b)]
        const total = responsesFor({ responses, width: of }, narrow)
        expect(total).toBeGreaterThanOrEqual(responsesFor({ responses, width: of }, wide))
        expect(total).toBeGreaterThanOrEqual(responses)
        expect(of * Math.sqrt(responses / total)).toBeLessThanOrEqual(narrow > of ? of : narrow * (1 + 1e-6))
        if (total > responses) expect(of * Math.sqrt(responses / (total - 1))).toBeGreaterThan(narrow)
      }),
    )
  })
})

describe('outcomeOf', () => {
  it('says how many more responses and about how many units', () => {
    const plan = outcomeOf(now(0.3), 0.15)
    expect(plan).toMatchObject({ outcome: 'planned', more: 150, moreUnits: 600, wanted: 0.15 })
    expect(plan.words).toMatch(
      /0\.300 wide with 50 responses .* width of 0\.150 have 150 more responses .* 600 more units/,
    )
  })

  it('halves the width where none is asked for', () => {
    expect(outcomeOf(now(0.3), undefined)).toMatchObject({ outcome: 'planned', wanted: 0.15, more: 150 })
  })

  it('says in words why there is no plan', () => {
    const tooFew = estimate({ value: null, reason: 'too-few-units', words: 'Too few units.' })
    expect(outcomeOf({ responses: 3, units: 7, width: null, estimate: tooFew }, 0.1)).toMatchObject({
      outcome: 'too-few-units',
      more: null,
      words:
        'There are 7 units with two ratings or more, and a plan takes at least 10. Have more responses annotated twice, and plan again.',
    })
    const none = now(null, { value: null, reason: 'no-variation', words: 'No variation.' })
    expect(outcomeOf(none, 0.1)).toMatchObject({
      outcome: 'undefined',
      words: expect.stringMatching(/^No variation\. /),
    })
    expect(outcomeOf(now(null), 0.1).outcome).toBe('no-interval')
    expect(outcomeOf(now(0), 0.1).outcome).toBe('no-interval')
    expect(outcomeOf(now(0.1), 0.2)).toMatchObject({ outcome: 'enough', more: 0 })
    expect(outcomeOf(now(1.5), 0.005)).toMatchObject({ outcome: 'out-of-reach', more: null })
  })
})
