import { beforeEach, expect, it } from 'vitest'
import { CONFIRMED_PREFIX } from '@/lib/platform/client/left-behind'
import { lastConfirmed, noteConfirmed, SUBMITTED } from './last-confirmed'
import { TASKS_KEPT } from './last-heard'

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
