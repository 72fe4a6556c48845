import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import { acceptedByAll, heldValues, isOnTheTable, talkOn, type Word, waitsForOthers } from './rules'

const LANES = ['A', 'B', 'C']

/** What can happen to one question: somebody accepts or proposes a value, objects to all of it, or takes it back. */
type Move = { lane: string; does: 'accept' | 'object' | 'takeBack'; value: string }
const moves = fc.array(
  fc.record({
    lane: fc.constantFrom(...LANES),
    does: fc.constantFrom<Move['does'][]>('accept', 'object', 'takeBack'),
    value: fc.constantFrom('x', 'y', 'z'),
  }),
)

function wordsAfter(all: readonly Move[]): Word[] {
  const words = new Map<string, Word>()
  for (const { lane, does, value } of all) {
    if (does === 'takeBack') words.delete(lane)
    else words.set(lane, { lane, value: does === 'accept' ? value : null })
  }
  return [...words.values()]
}

describe('acceptedByAll', () => {
  it('never settles a value that one of the partners has not accepted, whatever they do', () => {
    const frozen = fc.record({ A: fc.option(fc.constantFrom('x', 'y')), B: fc.option(fc.constantFrom('x', 'y')) })
    fc.assert(
      fc.property(moves, frozen, fc.integer({ min: 2, max: 3 }), (all, answers, count) => {
        const lanes = LANES.slice(0, count)
        const given: [string, string | null][] = Object.entries(answers)
        const values = given.map(([lane, value]) => ({ lane, value }))
        const settled = acceptedByAll(heldValues(lanes, values, wordsAfter(all)))
        if (settled === null) return
        for (const lane of lanes) {
          const last = all.findLast((move) => move.lane === lane)
          const own = given.find(([id]) => id === lane)?.[1] ?? null
          expect(last && last.does !== 'takeBack' ? last.does === 'accept' && last.value : own).toBe(settled)
        }
      }),
    )
  })

  it('settles as soon as everybody has accepted one value, in whatever order', () => {
    fc.assert(
      fc.property(moves, fc.shuffledSubarray(LANES, { minLength: 3 }), (all, order) => {
        const last = order.map((lane): Move => ({ lane, does: 'accept', value: 'z' }))
        expect(acceptedByAll(heldValues(LANES, [], wordsAfter([...all, ...last])))).toBe('z')
      }),
    )
  })

  it('settles nothing among nobody, and nothing that nobody holds', () => {
    expect(acceptedByAll([])).toBeNull()
    expect(acceptedByAll(heldValues(['A', 'B'], [], []))).toBeNull()
  })
})

describe('isOnTheTable', () => {
  it.each([
    ['x', true],
    ['w', true],
    ['y', false],
    [null, false],
  ])('%j: %s', (value, expected) => {
    const held = [
      { lane: 'A', value: 'x' },
      { lane: 'B', value: null },
    ]
    expect(isOnTheTable(held, ['w', null], value)).toBe(expected)
  })
})

describe('talkOn', () => {
  const at = { unit: 's1', question: 'q' }
  const lane = (id: string, own: boolean) => ({ id, own, name: null, answers: {}, listed: [] })
  const by = (kind: 'you' | 'lane' | 'reviewer', id: string | null) => ({ kind, lane: id, name: null })
  const frozen = [
    { lane: 'A', value: 'x' },
    { lane: 'B', value: 'y' },
  ]
  const talk = (words: { by: ReturnType<typeof by>; value: Json }[]) =>
    talkOn({ lanes: [lane('A', true), lane('B', false)], words: words.map((word) => ({ ...at, ...word })) }, at, frozen)

  it('offers the partner’s frozen answer, then what they say, the third rater’s word as well', () => {
    expect(talk([]).offered).toBe('y')
    expect(talk([{ by: by('lane', 'B'), value: 'z' }]).offered).toBe('z')
    expect(talk([{ by: by('reviewer', null), value: 'w' }]).offered).toBe('w')
    expect(talk([{ by: by('lane', 'B'), value: null }]).offered).toBeNull()
  })

  it('offers nothing that the reader holds already', () => {
    expect(talk([{ by: by('lane', 'B'), value: 'x' }]).offered).toBeNull()
    expect(talk([{ by: by('you', 'A'), value: 'y' }]).offered).toBeNull()
  })

  it('waits for others once the reader alone has spoken', () => {
    const mine = { by: by('you', 'A'), value: 'z' }
    expect(waitsForOthers(talk([]))).toBe(false)
    expect(waitsForOthers(talk([mine]))).toBe(true)
    expect(waitsForOthers(talk([mine, { by: by('lane', 'B'), value: 'w' }]))).toBe(false)
    expect(waitsForOthers(talk([{ ...mine, value: null }]))).toBe(false)
  })
})
