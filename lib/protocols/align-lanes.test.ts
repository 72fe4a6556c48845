import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { protocolById, stageByKey } from '.'
import { alignLanes } from './align-lanes'
import { consolidate, type Lane } from './consolidation'
import { entriesOf } from './made-units'
import type { Answers, Json, Subject } from './protocol'

const protocol = protocolById('factcheck-bench')
const stage = stageByKey(protocol, 'decompose')
const verify = stageByKey(protocol, 'verify')
const subject: Subject = {
  content: { prompt: 'p', response: 's', source: null, evidence: [] },
  units: [{ key: 's1', kind: 'sentence', text: 's' }],
}
const entry = (key: string): Json => ({ key, made: 'added', from: [] })

function lane(id: string, claims: Record<string, string>, more: Answers = {}) {
  const keys = Object.keys(claims)
  const answers: Answers = {
    s1: { checkworthy: 'yes', importance: 'yes', claims: keys.map(entry) },
    ...Object.fromEntries(
      keys.map((key) => [key, { text: claims[key] ?? '', type: 'factual', importance: 'yes', ...more[key] }]),
    ),
  }
  return { id, answers }
}
const lists = (lanes: ReturnType<typeof alignLanes>) =>
  lanes.map(({ answers }) => entriesOf(answers.s1?.claims).map(({ key, from }) => `${key}:${from.join('=')}`))

const RISES = 'The Rhine rises in Austria.'
const NORTH = 'The river flows north.'

describe('alignLanes', () => {
  it('puts what says the same under one key, with the answers about it', () => {
    const a = lane('A', { a1: RISES })
    const b = lane('B', { b1: NORTH, b2: 'The Rhine rises in Austria!' }, { b2: { type: 'opinion' } })
    const [first, second] = alignLanes(stage, subject, [a, b], {})
    expect(lists([first, second].filter((each) => each !== undefined))).toEqual([['a1:a1=b2'], ['b1:b1', 'a1:a1=b2']])
    expect(second?.answers.a1).toMatchObject({ type: 'opinion' })
    expect(second?.answers.b2).toBeUndefined()
  })

  it('leaves the answers it was given as they were', () => {
    const lanes = [lane('A', { a1: RISES }), lane('B', { b1: RISES })]
    const before = structuredClone(lanes)
    alignLanes(stage, subject, lanes, {})
    expect(lanes).toEqual(before)
  })

  it('follows a list that was settled by hand', () => {
    const lanes = [lane('A', { a1: RISES, a2: NORTH }), lane('B', { b1: RISES })]
    const settled: Answers = {
      s1: {
        claims: [
          { key: 'b1', made: 'merged', from: ['a2', 'b1'] },
          { key: 'a1', made: 'added', from: ['a1'] },
        ],
      },
    }
    const aligned = alignLanes(stage, subject, lanes, settled)
    expect(lists(aligned)).toEqual([['b1:a2=b1', 'a1:a1'], ['b1:a2=b1']])
    expect(aligned[0]?.answers.b1).toMatchObject({ text: NORTH })
  })

  it('moves references along with what they name', () => {
    const own = (id: string, key: string): Lane => ({
      id,
      answers: {
        c1: { enough: 'no', ownEvidence: [entry(key)], verdict: 'false', references: ['e1', key] },
        [key]: { quote: 'It rises in the Swiss Alps.' },
      },
    })
    const data = { type: 'factual', importance: 'yes', setAside: 'check', from: 'x' }
    const claim: Subject = { ...subject, units: [{ key: 'c1', kind: 'claim', text: RISES, data }] }
    const [, second] = alignLanes(verify, claim, [own('A', 'a1'), own('B', 'b1')], {})
    expect(second?.answers.c1?.references).toEqual(['e1', 'a1'])
  })

  it('loses and invents nothing, and puts no two entries of one lane together', () => {
    const texts = fc.array(fc.constantFrom(RISES, NORTH, 'Ducks can fly.', 'Ducks cannot fly.'), { maxLength: 5 })
    fc.assert(
      fc.property(fc.array(texts, { minLength: 2, maxLength: 3 }), (all) => {
        const lanes = all.map((claims, index) => {
          const id = 'ABC'.charAt(index)
          return lane(id, Object.fromEntries(claims.map((text, place) => [`${id}${place}`, text])))
        })
        const aligned = alignLanes(stage, subject, lanes, {})
        aligned.forEach(({ id, answers }, index) => {
          const entries = entriesOf(answers.s1?.claims)
          const own = entries.map(({ from }) => from.filter((key) => key.startsWith(id)))
          expect(own.every((keys) => keys.length === 1)).toBe(true)
          const textsThere = entries.map(({ key }) => answers[key]?.text)
          expect(textsThere.toSorted()).toEqual(all[index]?.toSorted())
        })
      }),
    )
  })
})

describe('a list in consolidation', () => {
  const settle = (lanes: ReturnType<typeof lane>[], resolved: Answers = {}) =>
    consolidate(stage, subject, alignLanes(stage, subject, lanes, resolved), resolved)
  const places = ({ open }: ReturnType<typeof consolidate>) => open.map(({ unit, question }) => `${unit}.${question}`)

  it('is settled where all entries are aligned, in whatever order', () => {
    const outcome = settle([lane('A', { a1: RISES, a2: NORTH }), lane('B', { b1: NORTH, b2: RISES })])
    expect(places(outcome)).toEqual([])
    expect(entriesOf(outcome.answers.s1?.claims)).toHaveLength(2)
  })

  it('asks nothing about its entries while it is open, and lets those of one lane stand as written with it', () => {
    const lanes = [lane('A', { a1: RISES }), lane('B', { b1: RISES, b2: NORTH })]
    expect(places(settle(lanes))).toEqual(['s1.claims'])
    const both: Json = [
      { key: 'a1', made: 'merged', from: ['a1', 'b1'] },
      { key: 'b2', made: 'added', from: ['b2'] },
    ]
    const outcome = settle(lanes, { s1: { claims: both } })
    expect(places(outcome)).toEqual([])
    expect(outcome.settled).toContainEqual({
      unit: 'b2',
      question: 'type',
      value: 'factual',
      how: 'agreed',
      lane: 'B',
    })
    const reviewed = consolidate(
      { ...stage, consolidation: 'reviewer' },
      subject,
      alignLanes(stage, subject, lanes, { s1: { claims: both } }),
      { s1: { claims: both } },
    )
    expect(places(reviewed)).toEqual([])
  })

  it('opens what those who list an entry differ on, and all of an entry that nobody listed', () => {
    const lanes = [
      lane('A', { a1: NORTH }, { a1: { type: 'opinion' } }),
      lane('B', { b1: NORTH }),
      lane('C', { c1: 'Ducks can fly.' }),
    ]
    const list: Json = [{ key: 'a1', made: 'merged', from: ['a1', 'b1'] }, entry('fresh')]
    expect(places(settle(lanes, { s1: { claims: list } })).toSorted()).toEqual([
      'a1.type',
      'fresh.importance',
      'fresh.text',
      'fresh.type',
    ])
  })

  it('has every entry of one lane stand as its author wrote it, whatever is listed', () => {
    const texts = fc.uniqueArray(fc.constantFrom(RISES, NORTH, 'Ducks can fly.', 'Is it wet?'), { minLength: 1 })
    const types = fc.array(fc.constantFrom('factual', 'opinion'), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(fc.tuple(texts, texts), types, ([one, other], chosen) => {
        const make = (id: string, claims: readonly string[]) => {
          const keyed = claims.map((text, place): [string, string] => [`${id}${place}`, text])
          const more = keyed.map(([key], place) => [key, { type: chosen[place] ?? 'factual' }])
          return lane(id, Object.fromEntries(keyed), Object.fromEntries(more))
        }
        const lanes = [make('A', one), make('B', other)]
        const entries = alignLanes(stage, subject, lanes, {}).flatMap(({ answers }) => entriesOf(answers.s1?.claims))
        const all = [...new Map(entries.map((each) => [each.key, each])).values()]
        const { answers, open } = settle(lanes, { s1: { claims: all.map((each): Json => ({ ...each })) } })
        const own = new Map(lanes.flatMap((each) => Object.entries(each.answers)))
        for (const { key } of all.filter(({ from }) => from.length === 1)) {
          expect(answers[key]).toMatchObject(own.get(key) ?? { none: true })
          expect(open.filter(({ unit }) => unit === key)).toEqual([])
        }
      }),
    )
  })
})
