import { describe, expect, it } from 'vitest'
import { operationsInWords } from './operation-words'

describe('operationsInWords', () => {
  it.each<[string, string | null, string[]]>([
    ['The tower has nine floors.', 'The tower has seven floors.', ['Replace “nine” by “seven”.']],
    ['The old tower stands.', 'The tower stands.', ['Delete “old”.']],
    ['The tower stands.', 'The tower no longer stands.', ['Insert “no longer”.']],
    ['The tower stands.', null, ['Delete the claim.']],
    ['The tower stands.', 'The tower stands.', []],
  ])('from "%s" to "%s"', (before, after, expected) => {
    expect(operationsInWords(before, after)).toEqual(expected)
  })
})
