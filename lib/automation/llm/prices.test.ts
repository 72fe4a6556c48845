import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ChatRequest } from './port'
import { costOf, embeddingCostOf, worstCostOf } from './prices'

const prices = [{ model: 'small', input: 400_000, output: 1_600_000 }]
const words = (text: string) => text.split(/\s+/).filter(Boolean).length

const request: ChatRequest = {
  model: 'small',
  system: 'be brief',
  user: 'what is it',
  temperature: 0,
  maxTokens: 100,
  schema: null,
  sample: 0,
}

describe('what calls cost', () => {
  it('is tokens by price, rounded up to the next millionth of a dollar', () => {
    expect(costOf(prices, 'small', { inputTokens: 1_000_000, outputTokens: 0 })).toEqual({
      micro: 400_000,
      known: true,
    })
    expect(costOf(prices, 'small', { inputTokens: 1, outputTokens: 0 }).micro).toBe(1)
    expect(costOf(prices, 'small', { inputTokens: 5, outputTokens: 5 }).micro).toBe(10)
    expect(costOf(prices, 'small', { inputTokens: 0, outputTokens: 0 }).micro).toBe(0)
  })

  it('is 0 and unknown for a model without a price', () => {
    expect(costOf(prices, 'large', { inputTokens: 9, outputTokens: 9 })).toEqual({ micro: 0, known: false })
  })

  it('is exact where floating point is not', () => {
    const dear = [{ model: 'dear', input: 4_000_000_001, output: 0 }]
    expect(costOf(dear, 'dear', { inputTokens: 999_999_999, outputTokens: 0 }).micro).toBe(3_999_999_997_000)
  })

  it('is at most the worst cost while the answer keeps to its length', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.lorem(), (outputTokens, user) => {
        const asked = { ...request, user }
        const actual = costOf(prices, 'small', { inputTokens: words(user) + words(asked.system), outputTokens })
        expect(actual.micro).toBeLessThanOrEqual(worstCostOf(prices, asked, words).micro)
      }),
    )
  })

  it('counts the shape of the answer as read', () => {
    const schema = { name: 'verdict', schema: { type: 'object', properties: { label: { type: 'string' } } } }
    const letters = (text: string) => text.length
    expect(worstCostOf(prices, { ...request, schema }, letters).micro).toBeGreaterThan(
      worstCostOf(prices, request, letters).micro,
    )
  })

  it('of embeddings is that of their texts', () => {
    expect(embeddingCostOf(prices, 'small', ['one two three', 'four'], words).micro).toBe(3)
  })
})
