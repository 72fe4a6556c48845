import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { protocolById, stageByKey } from '.'
import {
  allSeeds,
  entriesOf,
  isSeeded,
  listSchema,
  newUnitKey,
  numberSeeds,
  partsOf,
  ratedKeysIn,
  seedOrigin,
  votesOn,
  wholeOf,
  withMadeUnits,
} from './made-units'
import type { Answers, Json, Subject } from './protocol'

const stage = stageByKey(protocolById('factcheck-bench'), 'decompose')
const felm = protocolById('felm').stages[0]
const subject: Subject = {
  content: { prompt: 'p', response: 's', source: null, evidence: [] },
  units: [
    { key: 'item', kind: 'item', text: 'p' },
    { key: 's1', kind: 'sentence', text: 'One.' },
    { key: 's2', kind: 'sentence', text: 'Two.' },
  ],
}
const entry = (key: string): Json => ({ key, made: 'added', from: [] })
const answers: Answers = {
  s1: { checkworthy: 'yes', claims: [entry('c2'), entry('c1')] },
  s2: { checkworthy: 'no', claims: [entry('c3')] },
  c1: { text: 'First.' },
  c3: { text: 'Third.' },
}

describe('withMadeUnits', () => {
  it('puts listed units behind their whole, in the order of the list, each with its text', () => {
    const whole = withMadeUnits(stage, subject, answers)
    expect(whole.units.map(({ key, text }) => [key, text])).toEqual([
      ['item', 'p'],
      ['s1', 'One.'],
      ['c2', ''],
      ['c1', 'First.'],
      ['s2', 'Two.'],
    ])
    expect(partsOf(whole, 's1').map(({ key }) => key)).toEqual(['c2', 'c1'])
    const part = whole.units.find(({ key }) => key === 'c1')
    expect(part && wholeOf(whole, part)?.key).toBe('s1')
  })

  it('does so once, however often it is asked', () => {
    const once = withMadeUnits(stage, subject, answers)
    expect(withMadeUnits(stage, once, answers)).toEqual(once)
  })

  it('is nothing to a stage without lists', () => {
    expect(withMadeUnits(felm, subject, answers)).toBe(subject)
  })

  it('never has a unit twice, whatever the lists hold', () => {
    const keys = fc.array(fc.constantFrom('s1', 's2', 'c1', 'c2', 'c3'), { maxLength: 6 })
    fc.assert(
      fc.property(keys, keys, (one, other) => {
        const listed: Answers = {
          s1: { checkworthy: 'yes', claims: one.map(entry) },
          s2: { checkworthy: 'yes', claims: other.map(entry) },
        }
        const all = withMadeUnits(stage, subject, listed).units.map(({ key }) => key)
        expect(new Set(all).size).toBe(all.length)
        expect(all.filter((key) => ['item', 's1', 's2'].includes(key))).toEqual(['item', 's1', 's2'])
      }),
    )
  })
})

describe('lists', () => {
  it('hold every key once', () => {
    expect(listSchema.safeParse([entry('c1'), entry('c1')]).success).toBe(false)
    expect(listSchema.safeParse([entry('c1'), entry('c2')]).success).toBe(true)
  })

  it.each([null, undefined, 'x', 3, {}, [1, 'x', null]])('are empty where there is none: %j', (value) => {
    expect(entriesOf(value)).toEqual([])
  })

  it('know which of their entries a suggestion proposed', () => {
    const seeded = { key: 'c1', made: 'suggested' as const, from: [seedOrigin('g', 1)] }
    expect(isSeeded(seeded, 'g', 2)).toBe(true)
    expect(isSeeded(seeded, 'g', 1)).toBe(false)
    expect(isSeeded(seeded, 'h', 2)).toBe(false)
    expect(isSeeded({ ...seeded, made: 'added' }, 'g', 2)).toBe(false)
  })

  it('draw keys that differ', () => {
    const drawn = Array.from({ length: 1000 }, newUnitKey)
    expect(new Set(drawn).size).toBe(1000)
  })
})

it('an entry of a list in the gold was rated under the keys of the entries that it stands for', () => {
  const answers = { s1: { claims: [{ key: 'g1', text: 'A claim.', from: ['s1.c1', 's1.c2'] }] } }
  const keysOf = ratedKeysIn(answers)
  expect([...keysOf('g1')]).toEqual(['g1', 's1.c1', 's1.c2'])
  expect([...keysOf('s1')]).toEqual(['s1'])
})

it('an annotator has one vote on a unit of the gold, and none where its entries were rated differently', () => {
  const once = [
    { annotator: 1, value: 'true' },
    { annotator: 2, value: 'false' },
  ]
  expect(votesOn(once)).toEqual(['true', 'false'])
  expect(votesOn([...once, { annotator: 1, value: 'true' }])).toEqual(['true', 'false'])
  expect(votesOn([...once, { annotator: 1, value: 'false' }])).toEqual(['false'])
  expect(votesOn([])).toEqual([])
})

describe('numberSeeds', () => {
  it('numbers the entries of a list before those of lists within them, and these before what they hold', () => {
    const leaf = (text: string): Json => ({ values: { text } })
    const value: Json = [
      { values: { text: 'a', parts: [{ values: { text: 'b', parts: [leaf('c')] } }, leaf('d')] } },
      { values: { text: 'e', links: [{ url: 'https://example.org' }], parts: [leaf('f')], none: [] } },
    ]
    const seeds = numberSeeds(value)
    const numbered = allSeeds(seeds).map(({ number, values }) => [number, values.text])
    expect(numbered.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
      [0, 'a'],
      [1, 'e'],
      [2, 'b'],
      [3, 'd'],
      [4, 'f'],
      [5, 'c'],
    ])
    expect(seeds[1]?.values).toEqual({ text: 'e', links: [{ url: 'https://example.org' }], none: [] })
    expect(Object.keys(seeds[1]?.lists ?? {})).toEqual(['parts'])
    expect([numberSeeds([]), numberSeeds('x'), numberSeeds({ spans: [] })]).toEqual([[], [], []])
  })
})
