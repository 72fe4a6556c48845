import { describe, expect, it } from 'vitest'
import { listedOptions, rankOf, withChoice } from './option-lists'
import type { Option, Question } from './protocol'

const option = (value: string): Option => ({
  value,
  text: value.toUpperCase(),
  key: value,
  tone: 'neutral',
  definition: value,
})
const question = (form: Question['form']) => ({ form, options: [option('a'), option('b'), option('c')] })

describe('several options as one answer', () => {
  it('puts an option into a set and takes it out, in the order of the options', () => {
    const set = question('set')
    expect(withChoice(set, null, 'c')).toEqual(['c'])
    expect(withChoice(set, ['c'], 'a')).toEqual(['a', 'c'])
    expect(withChoice(set, ['a', 'c'], 'a')).toEqual(['c'])
    expect(withChoice(set, ['c'], 'c')).toBeNull()
    expect(listedOptions(set, ['c', 'unknown', 'a']).map(({ text }) => text)).toEqual(['C', 'A'])
  })

  it('moves an option of an order up, from the order of the options on', () => {
    const rank = question('rank')
    expect(rankOf(rank, null)).toEqual(['a', 'b', 'c'])
    expect(withChoice(rank, null, 'c')).toEqual(['a', 'c', 'b'])
    expect(withChoice(rank, ['a', 'c', 'b'], 'c')).toEqual(['c', 'a', 'b'])
    expect(withChoice(rank, null, 'a')).toEqual(['a', 'b', 'c'])
  })

  it('is the option itself where one is chosen', () => {
    expect(withChoice(question('choice'), 'a', 'b')).toBe('b')
  })
})
