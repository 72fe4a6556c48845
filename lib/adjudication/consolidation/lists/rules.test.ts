import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { protocolById, stageByKey } from '@/lib/protocols'
import { alignLanes } from '@/lib/protocols/align-lanes'
import { entriesOf } from '@/lib/protocols/made-units'
import type { Answers, Json, Span, Subject } from '@/lib/protocols/protocol'
import { judge } from './judge'
import {
  addRow,
  canLink,
  likenessOf,
  link,
  listOf,
  move,
  rowsOf,
  splitsIn,
  takeOnly,
  takeRow,
  toggle,
  unalignedIn,
  unlink,
} from './rules'

const stage = stageByKey(protocolById('factcheck-bench'), 'decompose')
const subject: Subject = {
  content: { prompt: 'p', response: 's', source: null, evidence: [] },
  units: [{ key: 's1', kind: 'sentence', text: 's' }],
}
const at = { unit: 's1', question: 'claims' }
const question = stage.questions.find(({ key }) => key === 'claims')
if (!question) throw new Error('no question')
const place = { unit: 's1', question }

const lane = (id: string, claims: Record<string, string>) => {
  const listed = Object.entries(claims).map(([key, text]) => ({ ...at, key, text }))
  const answers: Answers = {
    s1: { checkworthy: 'yes', claims: listed.map(({ key }): Json => ({ key, made: 'added', from: [] })) },
    ...Object.fromEntries(listed.map(({ key, text }) => [key, { text }])),
  }
  return { id, answers, listed }
}
const aligned = (...lanes: ReturnType<typeof lane>[]) => {
  const answers = new Map(alignLanes(stage, subject, lanes, {}).map((each) => [each.id, each.answers]))
  return lanes.map((each) => ({ ...each, answers: answers.get(each.id) ?? {} }))
}
const RISES = 'The Rhine rises in Austria.'
const NORTH = 'The river flows north.'
const two = aligned(lane('A', { a1: RISES, a2: 'Ducks can fly.' }), lane('B', { b1: NORTH, b2: RISES }))
const shown = (rows: ReturnType<typeof rowsOf>) => rows.map(({ members }) => members.map(({ key }) => key).join('='))

describe('rowsOf', () => {
  it('puts what was aligned in one row and leaves the rest on its own, each where its annotator had it', () => {
    const rows = rowsOf(two, at)
    expect(shown(rows)).toEqual(['b1', 'a1=b2', 'a2'])
    expect(unalignedIn(rows, 2)).toBe(2)
    expect(rows.map(likenessOf)).toEqual([null, 1, null])
  })

  it('shows a list that is settled first, and what it leaves out as not taken', () => {
    const list = [{ key: 'a2', made: 'merged', from: ['a2', 'b1'] }]
    const rows = rowsOf(two, at, list)
    expect(shown(rows).sort()).toEqual(['a1=b2', 'a2=b1'])
    expect(rows.filter(({ included }) => included).map(({ key }) => key)).toEqual(['a2'])
  })
})

describe('correcting an alignment', () => {
  const rows = rowsOf(two, at)

  it('takes rows apart and links others, never two entries of one annotator', () => {
    const apart = unlink(rows, 1)
    expect(shown(apart)).toEqual(['b1', 'a1', 'b2', 'a2'])
    expect(canLink(apart[0], apart[2])).toBe(false)
    expect(shown(link(two, apart, 0, 2))).toEqual(shown(apart))
    expect(shown(link(two, apart, 1, 0))).toEqual(['a1=b1', 'b2', 'a2'])
  })

  it('leaves out, takes in, reorders and adds', () => {
    expect(entriesOf(listOf(toggle(rows, 0))).map(({ from }) => from)).toEqual([['a1', 'b2'], ['a2']])
    expect(listOf(toggle(toggle(rows, 0), 0))).toEqual(listOf(rows))
    expect(shown(move(rows, 0, 1))).toEqual(['a1=b2', 'b1', 'a2'])
    expect(move(rows, 0, -1)).toEqual(rows)
    const more = addRow(rows, 0, 'new')
    expect(entriesOf(listOf(more))[1]).toEqual({ key: 'new', made: 'added', from: [] })
    expect(toggle(more, 1)).toEqual(rows)
  })

  it('takes a row as one lane has it, or as one entry of all who list it', () => {
    const left = takeOnly(rows, 1, 'A')
    expect(entriesOf(listOf(left)).map(({ from }) => from)).toEqual([['b1'], ['a1'], ['a2']])
    expect(judge(place, two, { value: listOf(left) }, '')).toMatchObject({ ok: true })
    expect(listOf(takeRow(left, 1))).toEqual(listOf(rows))
    // What a lane has nothing in, it cannot be taken from.
    expect(takeOnly(rows, 0, 'A')).toEqual(rows)
    expect(takeOnly(toggle(rows, 0), 0, 'B')).toEqual(rows)
  })

  it('always leaves a list that stands for entries of annotators once each, whatever is done', () => {
    const act = fc.record({
      does: fc.constantFrom('unlink', 'link', 'toggle', 'up', 'down', 'left', 'right', 'both'),
      one: fc.nat(4),
      other: fc.nat(4),
    })
    fc.assert(
      fc.property(fc.array(act), (acts) => {
        const end = acts.reduce((now, { does, one, other }) => {
          if (does === 'unlink') return unlink(now, one)
          if (does === 'link') return link(two, now, one, other)
          if (does === 'toggle') return toggle(now, one)
          if (does === 'left' || does === 'right') return takeOnly(now, one, does === 'left' ? 'A' : 'B')
          if (does === 'both') return takeRow(now, one)
          return move(now, one, does === 'up' ? -1 : 1)
        }, rows)
        expect(end.flatMap(({ members }) => members.map(({ key }) => key)).sort()).toEqual(['a1', 'a2', 'b1', 'b2'])
        const list = listOf(end)
        if (entriesOf(list).length > 0) expect(judge(place, two, { value: list }, '')).toMatchObject({ ok: true })
      }),
    )
  })
})

describe('judge', () => {
  const entry = (key: string, ...from: string[]): Json => ({ key, made: 'added', from })

  it('gives a list that an annotator has to that annotator', () => {
    expect(judge(place, two, { value: [entry('a1', 'a1', 'b2'), entry('a2', 'a2')] }, '')).toMatchObject({
      ok: true,
      how: 'lane',
      lane: 'A',
    })
  })

  it('writes the same list the same way, whoever puts it together', () => {
    const mine = judge(place, two, { value: [entry('b1', 'b1', 'a2')] }, '')
    const theirs = judge(place, two, { value: [{ key: 'a2', made: 'merged', from: ['a2', 'b1'] }] }, '')
    expect(mine).toEqual(theirs)
    expect(mine).toMatchObject({ ok: true, how: 'edited', value: [{ key: 'a2', made: 'merged', from: ['a2', 'b1'] }] })
  })

  it.each([
    ['an entry of nobody', [entry('a1', 'a1', 'x')], 'no annotator listed'],
    ['an entry twice', [entry('a1', 'a1'), entry('b1', 'b1', 'a1')], 'in one place only'],
    ['the same key twice in one', [entry('a1', 'a1', 'a1')], 'in one place only'],
    ['two of one annotator in one', [entry('a1', 'a1', 'a2')], 'at most one of each'],
    ['a key of something else', [entry('a2', 'a1')], 'has the key of one of'],
    ['a new entry under a known key', [entry('a2')], 'has the key of one of'],
    ['nothing', [], 'at least one claim'],
  ])('refuses %s', (_, value, message) => {
    expect(judge(place, two, { value }, 'r')).toMatchObject({ ok: false, message: expect.stringContaining(message) })
  })

  it('wants a reason for a new entry only', () => {
    const list = { value: [entry('a1', 'a1', 'b2'), entry('new')] }
    expect(judge(place, two, list, '')).toMatchObject({ ok: false })
    expect(judge(place, two, list, 'It is missing.')).toMatchObject({ ok: true, how: 'edited' })
  })
})

describe('splitsIn', () => {
  const member = (lane: string, text: string) => ({ lane, key: `${lane} ${text}`, text })
  const row = (key: string, ...members: ReturnType<typeof member>[]) => ({ key, members, included: true })

  it('finds one claim of one that is two of the other', () => {
    const rows = [
      row('r1', member('A', 'The Rhine rises in Austria and flows north.'), member('B', 'The Rhine rises in Austria.')),
      row('r2', member('B', 'The Rhine flows north.')),
    ]
    expect(splitsIn(rows)).toEqual([{ row: 'r1', half: 'r2', one: 'A', two: 'B' }])
  })

  it('finds none where the other claim says something else', () => {
    const rows = [
      row('r1', member('A', 'Mars has three moons.'), member('B', 'Mars has three moons.')),
      row('r2', member('A', 'The moons of Mars are called Phobos and Deimos.')),
    ]
    expect(splitsIn(rows)).toEqual([])
  })

  it('goes by where marks are, not by their words, which may stand elsewhere again', () => {
    const places: Record<string, Span> = {
      'A in May 1902': { start: 0, end: 11 },
      'B in May': { start: 0, end: 6 },
      'B 1902': { start: 7, end: 11 },
    }
    const placeOf = (where: Record<string, Span>) => (each: ReturnType<typeof member>) => where[each.key] ?? null
    const rows = [row('r1', member('A', 'in May 1902'), member('B', 'in May')), row('r2', member('B', '1902'))]
    const split = { row: 'r1', half: 'r2', one: 'A', two: 'B' }
    expect(splitsIn(rows, placeOf(places))).toEqual([split])
    expect(splitsIn(rows, placeOf({ ...places, 'B 1902': { start: 40, end: 44 } }))).toEqual([])
    // A mark within the other of the same annotator is no half.
    expect(splitsIn(rows, placeOf({ ...places, 'B 1902': { start: 3, end: 6 } }))).toEqual([])
  })
})
