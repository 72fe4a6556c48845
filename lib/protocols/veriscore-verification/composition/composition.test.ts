import { describe, expect, it } from 'vitest'
import type { GoldSummary, Json } from '@/lib/protocols/protocol'
import type { Reason, Verdict } from '@/lib/protocols/veriscore-verification/options'
import { composition } from './index'

interface Given {
  verdict: Verdict | null
  why?: Reason
  stances?: (string | null)[]
  domain?: string
  place?: { response: string; claims: number; sentences: number }
}

const gold = (given: readonly Given[]): GoldSummary[] =>
  given.map(({ verdict, why = null, stances = [], domain = null, place }, index) => ({
    position: index + 1,
    content: { promptSource: domain, place: place ? { claim: 1, sentence: 1, ...place } : null } satisfies Json,
    stages: { verify: { verdict, why, stances, trust: stances.map(() => null) } },
  }))

function panel(key: string, given: readonly Given[]) {
  const found = composition.panels(gold(given)).find((each) => each.key === key)
  return found?.rows.map(({ title, domain, cells }) => [title, domain, cells.map(({ value }) => value)])
}

describe('the composition', () => {
  it('lays verdicts out like Table 2, without rows that are not needed', () => {
    const given: Given[] = [
      { verdict: 'supported' },
      { verdict: 'supported' },
      { verdict: 'inconclusive', why: 'a' },
      { verdict: 'inconclusive', why: 'b' },
      { verdict: null },
    ]
    expect(panel('verdicts', given)?.map(([, , values]) => values)).toEqual([
      [2, 0.5],
      [0, 0],
      [1, 0.25],
      [1, 0.25],
      [0, 0],
      [2, 0.5],
    ])
    const tied = panel('verdicts', [{ verdict: 'inconclusive' }])
    expect(tied?.find(([title]) => title === 'Inconclusive without a reason')?.[2]).toEqual([1, 1])
  })

  it('counts usefulness at each rank over the results that were judged there', () => {
    const given: Given[] = [
      { verdict: 'supported', stances: ['supports', 'inconclusive'] },
      { verdict: 'supported', stances: ['contradicts', null] },
      { verdict: 'inconclusive', stances: ['inconclusive'] },
    ]
    expect(panel('ranks', given)).toEqual([
      ['1', null, [3, 2 / 3, 1 / 3, 1 / 3, 1 / 3]],
      ['2', null, [1, 0, 0, 0, 1]],
    ])
  })

  it('counts a response once, however many of its claims there are', () => {
    const one = { response: 'a', claims: 4, sentences: 8 }
    const two = { response: 'b', claims: 2, sentences: 2 }
    const given: Given[] = [
      { verdict: 'supported', domain: 'ELI5', place: one },
      { verdict: 'supported', domain: 'ELI5', place: one },
      { verdict: 'contradicted', domain: 'Bio', place: two },
      { verdict: 'supported' },
    ]
    expect(panel('density', given)).toEqual([
      ['Explain like I’m five', 'ELI5', [1, 4, 0.5]],
      ['Biography', 'Bio', [1, 2, 1]],
      ['All', null, [2, 3, 0.6]],
    ])
    expect(panel('domains', given)).toEqual([
      ['Explain like I’m five', 'ELI5', [2, 2, 0, 0]],
      ['Biography', 'Bio', [1, 0, 1, 0]],
      ['Not given', null, [1, 1, 0, 0]],
      ['All', null, [4, 3, 1, 0]],
    ])
  })

  it('says nothing without gold', () => {
    expect(composition.panels(gold([{ verdict: null }]))).toEqual([])
  })
})
