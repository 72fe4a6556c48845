import { expect, it } from 'vitest'
import { protocolById } from '@/lib/protocols'
import type { Json } from '@/lib/protocols/protocol'
import { dataChanges } from './data-changes'

const { stages } = protocolById('factcheck-bench')
const claim = (key: string, text: string, more: { [name: string]: Json } = {}) => ({
  key,
  text,
  was: text,
  fate: 'kept',
  type: 'factual',
  ...more,
})
const OPENED = 'The bridge was opened in 1980.'
const LONG = 'It is not very long.'
const withClaims = (...claims: Json[]) => ({ decontext: 'It.', checkworthy: 'yes', claims })

it('tells only the leaves that differ, in the words of the protocol', () => {
  const type = stages[0].questions.find(({ key }) => key === 'type')
  const word = (value: string) => type?.options?.find((each) => each.value === value)?.text
  expect(dataChanges(stages, 'claim', { type: 'factual', from: 'a' }, { type: 'opinion', from: 'b' })).toEqual([
    { name: type?.title, before: word('factual'), after: word('opinion') },
  ])
  expect(dataChanges(stages, 'claim', { type: 'factual', from: 'a' }, { type: 'factual', from: 'b' })).toEqual([])
})

it('tells which part of a list changed, and nothing of the others or of keys', () => {
  const corrected = claim('s1.c2', 'The bridge was opened in 1982.', { was: OPENED, fate: 'edited' })
  const changes = dataChanges(
    stages,
    'sentence',
    withClaims(claim('s1.c1', OPENED), claim('s1.c2', LONG)),
    withClaims(claim('s1.c1', LONG), corrected),
  )
  expect(changes.map(({ name, before, after }) => [name.replace(/^claim 2, /, ''), before, after])).toEqual([
    [expect.any(String), OPENED, corrected.text],
    ['what became of it', 'kept', 'edited'],
  ])
  expect(changes.every(({ name }) => name.startsWith('claim 2, '))).toBe(true)
})

it('tells all of a part that is new or gone', () => {
  const one = withClaims(claim('a', OPENED))
  const two = withClaims(claim('a', OPENED), claim('b', LONG))
  const texts = (changes: { before: string; after: string }[]) => changes.map(({ before, after }) => [before, after])
  expect(texts(dataChanges(stages, 'sentence', one, two))).toContainEqual(['', LONG])
  expect(texts(dataChanges(stages, 'sentence', two, one))).toContainEqual([LONG, ''])
})
