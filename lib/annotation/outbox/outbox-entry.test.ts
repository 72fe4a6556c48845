import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import { afterChoice, afterOutcome, afterPut, mergeLists, type OutboxEntry } from './outbox-entry'

const list = (...keys: string[]) => keys.map((key) => ({ key }))
const at = { taskId: 'task', annotationId: 'annotation', unit: 's1', question: 'claims' }
const entry = (value: Json, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  ...at,
  value,
  origin: 'suggestion',
  suggestionId: 'one',
  base: 1,
  baseValue: list('a'),
  seq: 1,
  editedAt: 0,
  sent: [value],
  conflict: null,
  refused: null,
  ...more,
})
const conflict = (value: Json, revision: number) =>
  ({ status: 'conflict', unit: 's1', question: 'claims', value, revision, savedAt: '' }) as const

describe('a list that somebody else changed meanwhile', () => {
  it('is put together and goes on from theirs, as nobody’s suggestion', () => {
    const mine = entry(list('a', 'mine'))
    expect(afterOutcome(mine, mine, conflict(list('a', 'theirs'), 2))).toEqual({
      ...mine,
      value: list('a', 'mine', 'theirs'),
      base: 2,
      baseValue: list('a', 'theirs'),
      sent: [],
      origin: 'chosen',
      suggestionId: null,
    })
  })

  it('is done with where theirs holds all of it', () => {
    const mine = entry(list('a', 'b'))
    expect(afterOutcome(mine, mine, conflict(list('a', 'b', 'c'), 2))).toBeNull()
  })

  it('waits for a person where it is no list', () => {
    const mine = entry('my words', { baseValue: 'words' })
    expect(afterOutcome(mine, mine, conflict('their words', 2))?.conflict).toEqual({
      value: 'their words',
      revision: 2,
    })
  })
})

it('one’s own value goes on from what somebody else wrote, and from nothing that was sent before', () => {
  const theirs = { value: 'their words', revision: 2 }
  const mine = entry('my words', { conflict: theirs, refused: 'No.' })
  const after = { ...mine, base: 2, baseValue: theirs.value, conflict: null, refused: null, sent: [] }
  expect(afterChoice(mine, 'mine')).toEqual(after)
})

describe('a list that another tab changed and has not sent', () => {
  const change = { ...at, value: list('a', 'mine'), origin: 'chosen', suggestionId: null } as const
  const place = { revision: 1, held: null, end: 2, editedAt: 1, seen: list('a'), problem: null, goesLast: false }

  it('keeps what that tab listed', () => {
    expect(afterPut(entry(list('a', 'other')), change, place).value).toEqual(list('a', 'mine', 'other'))
    expect(afterPut(undefined, change, place).value).toBe(change.value)
  })
})

const keysOf = (value: unknown) => (value as { key: string }[]).map(({ key }) => key)

describe('two lists that began alike', () => {
  it('keep what either added, at its place', () => {
    expect(mergeLists(list('a', 'b'), list('a', 'x', 'b'), list('a', 'b', 'y'))).toEqual(list('a', 'x', 'b', 'y'))
  })

  it('lose what either took off', () => {
    expect(mergeLists(list('a', 'b', 'c'), list('a', 'c'), list('a', 'b'))).toEqual(list('a'))
  })

  it('begin from nothing', () => {
    expect(mergeLists(null, list('x'), list('y'))).toEqual(list('x', 'y'))
    expect(mergeLists(list('a'), null, list('a', 'y'))).toEqual(list('y'))
  })

  it('are left to a person where one is no list of entries', () => {
    expect(mergeLists(null, 'a text', list('y'))).toBeNull()
    expect(mergeLists([1], list('x'), list('y'))).toBeNull()
    expect(mergeLists('a', null, null)).toBeNull()
  })

  it('lose nothing that was added and keep nothing that was taken off, whatever happened', () => {
    const keys = fc.uniqueArray(fc.constantFrom(...'abcdefgh'))
    fc.assert(
      fc.property(keys, keys, keys, (base, mine, theirs) => {
        const merged = keysOf(mergeLists(list(...base), list(...mine), list(...theirs)))
        const expected = [...'abcdefgh'].filter((key) =>
          base.includes(key) ? mine.includes(key) && theirs.includes(key) : mine.includes(key) || theirs.includes(key),
        )
        expect([...merged].sort()).toEqual(expected)
      }),
    )
  })
})
