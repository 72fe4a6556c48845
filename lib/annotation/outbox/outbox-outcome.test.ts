import { describe, expect, it } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import type { OutboxEntry } from './outbox-entry'
import { afterOutcome, besideOthers } from './outbox-outcome'

const same = (left: Json, right: Json) => JSON.stringify(left) === JSON.stringify(right)
const list = (...keys: string[]): Json => keys.map((key) => ({ key }))
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
    expect(afterOutcome(mine, mine, conflict(list('a', 'theirs'), 2), same)).toEqual({
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
    expect(afterOutcome(mine, mine, conflict(list('a', 'b', 'c'), 2), same)).toBeNull()
  })

  it('waits for a person where it is no list', () => {
    const mine = entry('my words', { baseValue: 'words' })
    expect(afterOutcome(mine, mine, conflict('their words', 2), same)?.conflict).toEqual({
      value: 'their words',
      revision: 2,
    })
  })
})

describe('a list that another tab changed and has not sent', () => {
  it('keeps what that tab listed', () => {
    const change = { ...at, value: list('a', 'mine'), origin: 'chosen', suggestionId: null } as const
    expect(besideOthers(change, entry(list('a', 'other')), list('a')).value).toEqual(list('a', 'mine', 'other'))
    expect(besideOthers(change, undefined, list('a'))).toBe(change)
  })
})
