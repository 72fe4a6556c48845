import { describe, expect, it } from 'vitest'
import { wilsonInterval } from './binomial-interval'
import { clusteredShare } from './clustered-share'
import { seededRandom } from './seeded-random'

describe('a share of draws in clusters', () => {
  it('is Wilson’s where every cluster is one draw', () => {
    const draws = Array.from({ length: 40 }, (_, index) => ({ n: 1, successes: index < 30 ? 1 : 0 }))
    const plain = wilsonInterval(30, 40)
    const { value, low, high, effective } = clusteredShare(draws)
    expect(value).toBe(0.75)
    // v of independent draws is p (1 - p) / (n - 1).
    expect(effective).toBeCloseTo(40, 10)
    expect(low).toBeCloseTo(plain.low ?? 0, 10)
    expect(high).toBeCloseTo(plain.high ?? 0, 10)
  })

  it('counts clusters where everything falls on one side', () => {
    const draws = Array.from({ length: 11 }, () => ({ n: 6, successes: 6 }))
    const plain = wilsonInterval(11, 11)
    expect(clusteredShare(draws)).toMatchObject({
      value: 1,
      n: 66,
      clusters: 11,
      effective: 11,
      low: plain.low,
      high: 1,
    })
  })

  it('is wider where clusters go one way or the other as a whole', () => {
    const whole = Array.from({ length: 20 }, (_, index) => ({ n: 5, successes: index % 2 === 0 ? 5 : 0 }))
    const mixed = Array.from({ length: 20 }, (_, index) => ({ n: 4, successes: 2 + (index % 2) - (index % 2) }))
    expect(clusteredShare(whole).effective).toBeCloseTo(20, 6)
    expect(clusteredShare(mixed).effective).toBe(80)
  })

  it('covers a half about as often as it says, with decisions that go together', () => {
    const next = seededRandom(5)
    let covered = 0
    for (let run = 0; run < 1000; run++) {
      const draws = Array.from({ length: 25 }, () => {
        const isPaired = next(2) === 0
        const first = next(2)
        return { n: 2, successes: first + (isPaired ? first : next(2)) }
      })
      const { low, high } = clusteredShare(draws)
      if (low !== null && high !== null && low <= 0.5 && high >= 0.5) covered++
    }
    expect(covered).toBeGreaterThan(920)
    expect(covered).toBeLessThan(980)
  })

  it('is undefined without a draw, and refuses what is no count', () => {
    expect(clusteredShare([{ n: 0, successes: 0 }])).toMatchObject({ value: null, reason: 'empty' })
    expect(() => clusteredShare([{ n: 1, successes: 2 }])).toThrow()
  })
})
