import { beforeEach, describe, expect, it } from 'vitest'
import { CONFIRMED_PREFIX } from '@/lib/platform/client/left-behind'
import { LastHeard, lastConfirmed, noteConfirmed, SUBMITTED, TASKS_KEPT } from './local-store'

describe('what the server last confirmed to this browser', () => {
  beforeEach(() => localStorage.clear())

  const at = (revision: number) => ({ unit: 's1', question: 'label', revision })

  it('keeps the last of each annotation, by outbox', () => {
    noteConfirmed('ana', 'one', at(1))
    noteConfirmed('ana', 'two', at(5))
    noteConfirmed('desk/ana', 'one', at(9))
    noteConfirmed('ana', 'one', at(2))
    expect(lastConfirmed('ana', 'one')).toEqual(at(2))
    expect(lastConfirmed('ana', 'two')).toEqual(at(5))
    expect(lastConfirmed('desk/ana', 'one')).toEqual(at(9))
    expect(lastConfirmed('ben', 'one')).toBeNull()
    noteConfirmed('ana', 'one', SUBMITTED)
    expect(lastConfirmed('ana', 'one')).toBe(SUBMITTED)
  })

  it('lets go of the annotation that was confirmed longest ago', () => {
    for (let n = 0; n < TASKS_KEPT; n++) noteConfirmed('ana', `task ${n}`, at(1))
    noteConfirmed('ana', 'task 0', at(2))
    noteConfirmed('ana', 'another', at(1))
    expect(lastConfirmed('ana', 'task 0')).toEqual(at(2))
    expect(lastConfirmed('ana', 'task 1')).toBeNull()
    expect(lastConfirmed('ana', 'another')).toEqual(at(1))
  })

  it('begins anew where something else is kept under its name', () => {
    localStorage.setItem(`${CONFIRMED_PREFIX}ana`, 'broken')
    expect(lastConfirmed('ana', 'one')).toBeNull()
    noteConfirmed('ana', 'one', at(1))
    expect(lastConfirmed('ana', 'one')).toEqual(at(1))
  })
})

describe('what this tab last heard', () => {
  const heardAt = (question: string, revision: number) => ({ unit: 's1', question, revision })

  it('keeps the newest of every field, whatever order it comes in', () => {
    const heard = new LastHeard()
    for (const value of [heardAt('label', 2), heardAt('reason', 1), heardAt('label', 1), heardAt('reason', 2)])
      heard.hear('one', value)
    expect(heard.all()).toEqual([
      ['one', heardAt('label', 2)],
      ['one', heardAt('reason', 2)],
    ])
  })

  it('lets go of the task that was heard of longest ago', () => {
    const heard = new LastHeard()
    for (let n = 0; n < TASKS_KEPT; n++) heard.hear(`task ${n}`, heardAt('label', 1))
    heard.hear('task 0', heardAt('reason', 1))
    heard.hear('another', heardAt('label', 1))
    const tasks = [...new Set(heard.all().map(([id]) => id))]
    expect(tasks).toHaveLength(TASKS_KEPT)
    expect(tasks).not.toContain('task 1')
    expect(tasks.slice(-2)).toEqual(['task 0', 'another'])
  })
})
