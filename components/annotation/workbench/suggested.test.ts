import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import { fateOf, percentChanged, proposedFor, proposersInWords, type Suggestion } from './suggested'

const at = { unit: 's1', question: 'reason' }
const suggest = (id: string, value: Json, model: string | null = id, score: number | null = null): Suggestion => ({
  id,
  ...at,
  value,
  source: 'file.json',
  model,
  score,
})
const SEEN = { wasHidden: false, isAccepted: false }

describe('what is proposed for a field', () => {
  it('folds equal values into one with everybody who proposes them, and leaves other fields alone', () => {
    const proposed = proposedFor(
      [
        suggest('a', 'Seven.', 'large', 0.9),
        suggest('b', 'Eight.', null),
        suggest('c', 'Seven.', 'small', 0.25),
        { ...suggest('d', 'Seven.'), unit: 's2' },
      ],
      at,
    )
    expect(proposed.map(({ value, by }) => [value, by.map(({ id }) => id)])).toEqual([
      ['Seven.', ['a', 'c']],
      ['Eight.', ['b']],
    ])
    expect(proposed.map(({ by }) => proposersInWords(by))).toEqual(['large 0.90, small 0.25', 'file.json'])
  })

  it('folds links whatever the order of their fields, but no text with another blank', () => {
    const link = { url: 'https://example.org', note: 'n' }
    const turned = { note: 'n', url: 'https://example.org' }
    expect(proposedFor([suggest('a', [link]), suggest('b', [turned])], at)).toHaveLength(1)
    expect(proposedFor([suggest('a', 'One.'), suggest('b', 'One. ')], at)).toHaveLength(2)
  })

  it('loses no suggestion and doubles none', () => {
    const values = fc.array(fc.constantFrom<Json>('a', 'b', true, false, ['a'], [{ url: 'x' }]))
    fc.assert(
      fc.property(values, (all) => {
        const ids = all.map((_, index) => String(index))
        const proposed = proposedFor(
          all.map((value, index) => suggest(String(index), value)),
          at,
        )
        expect(proposed.flatMap(({ by }) => by.map(({ id }) => id)).sort()).toEqual(ids.sort())
      }),
    )
  })
})

describe('what became of it', () => {
  const proposed = proposedFor([suggest('a', 'The tower has seven floors.'), suggest('b', 'It is a ruin.')], at)

  it('tells accepted, the same by hand, edited and another apart', () => {
    const seven = 'The tower has seven floors.'
    expect(fateOf(proposed, seven, { ...SEEN, isAccepted: true })?.kind).toBe('accepted')
    expect(fateOf(proposed, seven, SEEN)?.kind).toBe('same')
    const edited = fateOf(proposed, 'The tower has nine floors.', SEEN)
    expect(edited).toMatchObject({ kind: 'edited', of: { by: [{ id: 'a' }] } })
    expect(edited?.changed).toBeGreaterThan(0)
    expect(fateOf(proposed, 'Nobody knows what stood there once.', SEEN)?.kind).toBe('replaced')
    expect(fateOf([], seven, SEEN)).toBeNull()
  })

  it('calls blind what nobody could have copied', () => {
    const hidden = { wasHidden: true, isAccepted: false }
    expect(fateOf(proposed, 'It is a ruin.', hidden)).toMatchObject({ kind: 'blind_match', of: { by: [{ id: 'b' }] } })
    expect(fateOf(proposed, 'It is a ruin', hidden)?.kind).toBe('blind_different')
  })

  it('never says that nothing was changed of what was changed', () => {
    expect([0.001, 0.004, 0.126].map(percentChanged)).toEqual(['1 %', '1 %', '13 %'])
  })
})
