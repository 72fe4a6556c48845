import { describe, expect, it } from 'vitest'
import { inOptionOrder, isOpenTo, listedOptions, numberToChoose, optionWords, rankOf, withChoice } from './option-lists'
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

  it('chooses alone what excludes the others, and no more than may be', () => {
    const alone: Option = { ...option('none'), exclusive: true }
    const range = { min: 2, max: 2, step: null }
    const set = { form: 'set' as const, options: [option('a'), option('b'), option('c'), alone], range }
    expect(withChoice(set, ['a', 'b'], 'none')).toEqual(['none'])
    expect(withChoice(set, ['none'], 'c')).toEqual(['c'])
    expect(withChoice(set, ['none'], 'none')).toBeNull()
    expect(withChoice(set, ['a', 'c'], 'b')).toEqual(['a', 'c'])
    expect(set.options.map((each) => isOpenTo(set, ['a', 'c'], each))).toEqual([true, false, true, true])
    expect(numberToChoose(set)).toBe('Choose 2.')
    expect(numberToChoose({ ...set, range: { ...range, min: null } })).toBe('Choose at most 2.')
    expect(numberToChoose({ ...set, range: { ...range, max: null } })).toBe('Choose at least 2.')
    expect(numberToChoose(question('set'))).toBeNull()
  })

  it('says a set in words, and puts it into the order of its options', () => {
    expect(optionWords(question('set'), ['a', 'c'])).toBe('A, C')
    expect(optionWords(question('choice'), 'b')).toBe('B')
    expect(optionWords(question('text'), 'z')).toBeNull()
    expect(inOptionOrder(question('set'), ['c', 'a'])).toEqual(['a', 'c'])
    expect(inOptionOrder(question('rank'), ['c', 'b', 'a'])).toEqual(['c', 'b', 'a'])
    // What is no set of it is left for its schema to refuse.
    expect(inOptionOrder(question('set'), ['a', 'a'])).toEqual(['a', 'a'])
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
