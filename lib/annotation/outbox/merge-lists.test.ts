import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeLists } from './merge-lists'

const list = (...keys: string[]) => keys.map((key) => ({ key }))
const keysOf = (value: unknown) => (value as { key: string }[]).map(({ key }) => key)

describe('two lists that began alike', () => {
  it('keep what either added, at its place', () => {
    expect(mergeLists(list('a', 'b'), list('a', 'x', 'b'), list('a', 'b', 'y'))).toEqual(list('a', 'x', 'b', 'y'))
  })

  it('lose what either took off', () => {
    expect(mergeLists(list('a', 'b', 'c'), list('a', 'c'), list('a', 'b'))).toEqual(list('a'))
  })

  it('begin from nothing', () => {
    expect(mergeLists(null, list('x'), list('y'))).toEqual(list('x', 'y'))
    expect(mergeLists(list('a'), null, list('a', 'y'))).toEqual(list('y'))
  })

  it('are left to a person where one is no list of entries', () => {
    expect(mergeLists(null, 'a text', list('y'))).toBeNull()
    expect(mergeLists([1], list('x'), list('y'))).toBeNull()
    expect(mergeLists('a', null, null)).toBeNull()
  })

  it('lose nothing that was added and keep nothing that was taken off, whatever happened', () => {
    const keys = fc.uniqueArray(fc.constantFrom(...'abcdefgh'))
    fc.assert(
      fc.property(keys, keys, keys, (base, mine, theirs) => {
        const merged = keysOf(mergeLists(list(...base), list(...mine), list(...theirs)))
        const expected = [...'abcdefgh'].filter((key) =>
          base.includes(key) ? mine.includes(key) && theirs.includes(key) : mine.includes(key) || theirs.includes(key),
        )
        expect([...merged].sort()).toEqual(expected)
      }),
    )
  })
})
