import { expect, it } from 'vitest'
import type { TimelineEntry } from './contract'
import { answersAt } from './rules'

const answer = (place: number, unit: string, to: string | null): TimelineEntry => ({
  kind: 'answer',
  place,
  unit,
  to,
  from: null,
  at: null,
  by: null,
  question: 'label',
  origin: 'typed',
  way: 'do',
  suggestion: null,
})

it('tells the answers as they stood after a step', () => {
  const entries = [answer(1, 's1', 'a'), answer(2, 's2', 'b'), answer(3, 's1', null), answer(4, 's1', 'c')]
  expect(answersAt(entries, 0)).toEqual({})
  expect(answersAt(entries, 2)).toEqual({ s1: { label: 'a' }, s2: { label: 'b' } })
  expect(answersAt(entries, 3)).toEqual({ s1: { label: null }, s2: { label: 'b' } })
  expect(answersAt(entries, 9)).toEqual({ s1: { label: 'c' }, s2: { label: 'b' } })
})
