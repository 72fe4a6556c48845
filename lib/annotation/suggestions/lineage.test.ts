import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seedOrigin } from '@/lib/protocols/made-units'
import type { Json } from '@/lib/protocols/protocol'
import { lineageOf, listLineageOf } from './lineage'

const suggestion = (id: string, value: Json, seen: boolean) => ({ id, value, seen })
const TEXT = 'The Pacific is the largest ocean of all.'

describe('lineageOf', () => {
  it.each([
    ['accepted by key', { value: true, suggestionId: 'a' }, [suggestion('a', true, true)], 'accepted', 'a'],
    ['the same chosen by hand after seeing it', { value: true }, [suggestion('a', true, true)], 'accepted', 'a'],
    ['another value after seeing it', { value: false }, [suggestion('a', true, true)], 'replaced', null],
    ['the same without having seen it', { value: true }, [suggestion('a', true, false)], 'blind_match', 'a'],
    ['another value without having seen it', { value: false }, [suggestion('a', true, false)], 'blind_different', null],
    ['no suggestion', { value: true }, [], 'none', null],
    ['a blank at the end', { value: `${TEXT} ` }, [suggestion('a', TEXT, true)], 'accepted', 'a'],
    [
      'the accepted one of two alike',
      { value: true, suggestionId: 'b' },
      [suggestion('a', true, true), suggestion('b', true, true)],
      'accepted',
      'b',
    ],
    [
      'what an unseen one says, having seen another',
      { value: true },
      [suggestion('a', false, true), suggestion('b', true, false)],
      'replaced',
      null,
    ],
  ] as const)('%s', (_, label, suggestions, kind, suggestionId) => {
    expect(lineageOf(label, suggestions)).toEqual({ kind, suggestionId, distance: null })
  })

  it('measures how far a text was edited, from the nearest that was seen', () => {
    const edited = TEXT.replace('largest', 'biggest')
    const far = suggestion('far', 'Rivers flow into lakes and seas, all over.', true)
    const found = lineageOf({ value: edited }, [far, suggestion('near', TEXT, true)])
    expect(found).toMatchObject({ kind: 'edited', suggestionId: 'near' })
    expect(found.distance).toBeCloseTo(3 / TEXT.length, 10)
    expect(lineageOf({ value: 'No.' }, [suggestion('a', TEXT, true)]).kind).toBe('replaced')
  })

  it('calls nothing a copy of what was not seen', () => {
    const value = fc.oneof(fc.boolean(), fc.string())
    fc.assert(
      fc.property(value, fc.array(value, { minLength: 1, maxLength: 4 }), (label, proposed) => {
        const unseen = proposed.map((each, index) => suggestion(String(index), each, false))
        expect(['blind_match', 'blind_different']).toContain(lineageOf({ value: label }, unseen).kind)
        const seen = unseen.map((each) => ({ ...each, seen: true }))
        expect(['accepted', 'edited', 'replaced']).toContain(lineageOf({ value: label }, seen).kind)
      }),
    )
  })
})

const seeds = (...texts: string[]): Json => texts.map((text) => ({ values: { text } }))
const list = (...entries: [key: string, made: string, from: string[], text: string][]) => ({
  value: entries.map(([key, made, from]) => ({ key, made, from })),
  texts: Object.fromEntries(entries.map(([key, , , text]) => [key, text])),
  text: 'text',
})
const from = (index: number) => [seedOrigin('g', index)]

describe('listLineageOf', () => {
  const seen = [suggestion('g', seeds('One is odd.', 'Two is even.'), true)]
  const unseen = [suggestion('g', seeds('One is odd.', 'Two is even.'), false)]

  it('knows a list that was taken as proposed', () => {
    const taken = list(['a', 'suggested', from(0), 'One is odd.'], ['b', 'suggested', from(1), 'Two is even.'])
    expect(listLineageOf(taken, seen)).toEqual({
      kind: 'accepted',
      suggestionId: 'g',
      distance: null,
      dropped: 0,
      entries: { accepted: 2, edited: 0, split: 0, merged: 0, added: 0 },
    })
  })

  it('counts what became of each entry', () => {
    const changed = list(
      ['a', 'suggested', from(0), 'One is even.'],
      ['b', 'added', [], 'Three is odd.'],
      ['c', 'split', ['a'], 'One is a number.'],
    )
    const found = listLineageOf(changed, seen)
    expect(found).toMatchObject({ kind: 'edited', suggestionId: 'g', dropped: 1 })
    expect(found.entries).toEqual({ accepted: 0, edited: 1, split: 1, merged: 0, added: 1 })
    expect(found.distance).toBeGreaterThan(0)
  })

  it('tells a list of one’s own from one that matches without having been seen', () => {
    const own = list(['a', 'added', [], 'Two is even.'], ['b', 'added', [], 'One is odd. '])
    const other = list(['a', 'added', [], 'Two is even.'])
    expect(listLineageOf(own, unseen).kind).toBe('blind_match')
    expect(listLineageOf(other, unseen)).toMatchObject({ kind: 'blind_different', dropped: 0 })
    expect(listLineageOf(other, seen)).toMatchObject({ kind: 'replaced', dropped: 2 })
    expect(listLineageOf(other, []).kind).toBe('none')
  })
})

it('marks are known by their places, and moved by the share of characters that only one of the two has', () => {
  const at = (start: number, end: number): Json => ({ spans: [{ start, end }] })
  const seen = [{ id: 'a', seen: true, value: [{ values: { place: at(0, 4) } }, { values: { place: at(6, 9) } }] }]
  const value = [0, 1].map((index) => ({ key: `n${index}`, made: 'suggested', from: [`a#${index}`] }))
  const lineage = (...places: Json[]) =>
    listLineageOf(
      { value, text: 'place', texts: Object.fromEntries(places.map((place, index) => [`n${index}`, place])) },
      seen,
    )
  expect(lineage(at(0, 4), at(6, 9))).toMatchObject({ kind: 'accepted', entries: { accepted: 2, edited: 0 } })
  expect(lineage(at(0, 2), at(6, 9))).toMatchObject({
    kind: 'edited',
    distance: 0.25,
    entries: { accepted: 1, edited: 1 },
  })
})
