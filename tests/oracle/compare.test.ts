import { describe, expect, it } from 'vitest'
import { differences } from './compare'

describe('how a result is compared with a vector', () => {
  it.each<[string, unknown, unknown, boolean]>([
    ['a number within the tolerance', { a: 1 + 1e-10 }, { a: 1 }, true],
    ['a number outside it', { a: 1 + 1e-8 }, { a: 1 }, false],
    ['NaN', { a: Number.NaN }, { a: 1 }, false],
    ['further keys', { a: 1, b: 2 }, { a: 1 }, true],
    ['a missing key', { b: 2 }, { a: 1 }, false],
    ['an absent key for null', {}, { a: null }, true],
    ['a value for null', { a: 0 }, { a: null }, false],
    ['null for a value', { a: null }, { a: 0 }, false],
    ['a shorter array', { a: [1] }, { a: [1, 2] }, false],
    ['a limit of a range', { a: 2 }, { a: { $between: [1, 2] } }, true],
    ['a number outside a range', { a: 3 }, { a: { $between: [1, 2] } }, false],
    ['one of the alternatives', { a: 'y' }, { a: { $anyOf: ['x', 'y'] } }, true],
    ['none of the alternatives', { a: 'z' }, { a: { $anyOf: ['x', 'y'] } }, false],
    ['another string', { a: 'x' }, { a: 'y' }, false],
  ])('%s', (_, got, expected, same) => {
    expect(differences(got, expected, 1e-9).length === 0).toBe(same)
  })
})
