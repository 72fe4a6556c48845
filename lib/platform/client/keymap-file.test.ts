import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readKeyFile, writeKeyFile } from './keymap-file'

const file = (more: object) => JSON.stringify({ schema: 'assay-keys', version: 1, keys: {}, ...more })

describe('a file of keys', () => {
  it('comes back as it was written', () => {
    const key = fc.constantFrom('j', 'shift+j', 'mod+enter', '?', 'arrowdown', 'mod+shift+z')
    const name = fc.constantFrom('bench/next', 'felm/segments/wrong-x', 'a/b/claim/verdict=true', 'desk/lane1')
    fc.assert(
      fc.property(fc.dictionary(name, fc.uniqueArray(key, { maxLength: 4 }), { noNullPrototype: true }), (choices) => {
        expect(readKeyFile(writeKeyFile(choices))).toEqual({ ok: true, choices })
      }),
    )
  })

  it('has the same bytes whatever the order', () => {
    expect(writeKeyFile({ b: ['j'], a: ['k'] })).toBe(writeKeyFile({ a: ['k'], b: ['j'] }))
  })

  it.each([
    ['no JSON', 'keys: j', 'file'],
    ['a list', '[]', 'schema'],
    ['another schema', file({ schema: 'keys' }), 'schema'],
    ['another version', file({ version: 2 }), 'version'],
    ['no actions', file({ keys: [] }), 'keys'],
    ['a strange name', file({ keys: { '<b>': ['j'] } }), 'keys.<b>'],
    ['keys that are no list', file({ keys: { 'bench/next': 'j' } }), 'keys.bench/next'],
    ['too many keys', file({ keys: { 'bench/next': 'abcdefghi'.split('') } }), 'keys.bench/next'],
    ['what is no key', file({ keys: { 'bench/next': ['j', 'a b'] } }), 'keys.bench/next[1]'],
    ['a modifier that is none', file({ keys: { 'bench/next': ['j', 'ctrl+;'] } }), 'keys.bench/next[1]'],
    ['a number', file({ keys: { 'bench/next': [1] } }), 'keys.bench/next[0]'],
    ['too much', 'x'.repeat(200_001), 'file'],
  ])('is refused with %s, naming the field', (_, text, field) => {
    expect(readKeyFile(text)).toMatchObject({ ok: false, field, problem: expect.stringMatching(/\w+/) })
  })

  it('does not let a prototype in', () => {
    expect(readKeyFile('{"schema":"assay-keys","version":1,"keys":{"__proto__":["j"]}}').ok).toBe(false)
  })
})
