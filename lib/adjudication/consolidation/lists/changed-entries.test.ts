import { expect, it } from 'vitest'
import type { Answers } from '@/lib/protocols/answers'
import type { Question } from '@/lib/protocols/protocol'
import { changedEntries } from './changed-entries'

const questions = [
  { key: 'facts', unit: 'item', list: { kind: 'fact' } },
  { key: 'verdict', unit: 'fact' },
] as unknown as Question[]
const answers = (...entries: [key: string, ...from: string[]][]): Answers => ({
  item: { facts: entries.map(([key, ...from]) => ({ key, made: 'merged', from })) },
  a1: { verdict: 'true' },
})
const nothingOpen = { open: [] }
const changed = (before: Answers, after: Answers, open: { unit: string; question: string }[] = []) =>
  changedEntries(
    { questions },
    { answers: before, ...nothingOpen },
    { answers: after, open: open.map((at) => ({ ...at, kind: 'decide', values: [] })) },
  )

it('names entries that stand for others, and those that are gone', () => {
  const before = answers(['a1', 'a1', 'b1'], ['a2', 'a2'], ['a3', 'a3'])
  expect(changed(before, before)).toEqual([])
  expect(changed(before, answers(['a2', 'a2'], ['a1', 'b1', 'a1'], ['a3', 'a3'], ['n1']))).toEqual([])
  expect(changed(before, answers(['a1', 'a1', 'b2'], ['a2', 'a2']))).toEqual(['a1', 'a3'])
})

it('names all where the list is open again, and none where it is not asked as things stand', () => {
  const before = answers(['a1', 'a1', 'b1'])
  expect(changed(before, {}, [{ unit: 'item', question: 'facts' }])).toEqual(['a1'])
  expect(changed(before, {})).toEqual([])
})
