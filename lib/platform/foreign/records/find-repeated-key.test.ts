import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '@/lib/protocols/protocol'
import { findRepeatedKey } from './find-repeated-key'

const find = (text: string) => findRepeatedKey(text, JSON.parse(text) as Json)

test.each([
  ['{"a":1,"b":2,"a":3}', { field: 'a', key: 'a', at: 13 }],
  ['{"a":"x","\\u0061" : 3}', { field: 'a', key: 'a', at: 9 }],
  ['{"a":[1,[2,{"b":{"c":1,"c":1}}]]}', { field: 'a[1][1].b.c', key: 'c', at: 23 }],
  ['{"q\\"\\\\":1,"q\\"\\\\":2}', { field: 'q"\\', key: 'q"\\', at: 11 }],
  ['{"__proto__":1,"__proto__":2}', { field: '__proto__', key: '__proto__', at: 15 }],
])('%s', (text, expected) => {
  expect(find(text)).toEqual(expected)
})

test('no record that JSON wrote has a key twice, whatever its texts hold', () => {
  const tricky = fc.constantFrom('a":', '\\', '"', '{"a":1,"a":2}', ' : ', ',')
  const text = fc.oneof(fc.string({ unit: 'binary' }), tricky)
  const value = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof({ maxDepth: 4 }, text, fc.integer(), fc.array(tie('json')), fc.dictionary(text, tie('json'))),
  })).json
  fc.assert(
    fc.property(value, fc.nat({ max: 2 }), (given, indent) => {
      expect(find(JSON.stringify(given, null, indent))).toBe(null)
    }),
  )
})
