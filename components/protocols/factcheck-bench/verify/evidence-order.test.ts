import { describe, expect, it } from 'vitest'
import type { Answers } from '@/lib/protocols/protocol'
import { bestOfBothSides, repeatedEvidence } from './evidence-order'

const card = (number: number, text = `Passage ${number}`) => ({ key: `e${number}`, kind: 'evidence', text })

describe('repeatedEvidence', () => {
  it('names the first piece that a passage repeats, and whether word for word', () => {
    const quote = 'The lighthouse was built in the spring of 1871 by the harbour office.'
    const cards = [
      card(1, quote),
      card(2, 'Something else entirely.'),
      card(3, ` ${quote}`),
      card(4, quote.replace('1871', '1872')),
    ]
    expect([...repeatedEvidence(cards)]).toEqual([
      ['e3', { number: 1, kind: 'exact' }],
      ['e4', { number: 1, kind: 'near' }],
    ])
  })
})

describe('bestOfBothSides', () => {
  const cards = [card(1), card(2), card(3), card(4)]
  it('prefers complete support, then a trusted source, then the earlier piece', () => {
    const answers: Answers = {
      e1: { stance: 'partially-support', reliable: 'yes' },
      e2: { stance: 'completely-support' },
      e3: { stance: 'refute', reliable: 'no' },
      e4: { stance: 'refute' },
    }
    const best = bestOfBothSides(cards, answers)
    expect([best?.supporting.key, best?.refuting.key]).toEqual(['e2', 'e4'])
  })

  it('is nothing while one side has none', () => {
    expect(bestOfBothSides(cards, { e1: { stance: 'refute' }, e2: { stance: 'irrelevant' } })).toBeNull()
  })
})
