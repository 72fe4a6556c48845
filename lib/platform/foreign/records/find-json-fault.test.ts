import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findJsonFault } from './find-json-fault'

test('every beginning of a record that is cut off is faulty at its end, and nowhere before', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'binary' }), fc.json()), fc.nat(), (value, at) => {
      const text = JSON.stringify(value, null, 1)
      const cut = text.slice(0, at % text.length).trimEnd()
      expect(findJsonFault(cut).at).toBe(cut.length)
    }),
  )
})

test.each([
  ['{"a":}', 5, 'a value is missing'],
  ['{"a" 1}', 5, 'a colon is missing after the field name'],
  ['{"a":1 "b":2}', 7, 'a comma or closing bracket is missing'],
  ['{"a":[1,]}', 8, 'a value is missing'],
  ['{"a":1,}', 7, 'a field name in double quotes is missing'],
  ["{'a':1}", 1, 'a field name in double quotes is missing'],
  ['{"a":01}', 5, 'a value is missing'],
  ['{"a":tru}', 5, 'a value is missing'],
  ['{"a":1]', 6, 'a comma or closing bracket is missing'],
  ['{"a":1} 2', 8, 'something stands after the record'],
  ['{"a":"\\x"}', 6, 'a backslash is followed by a letter that JSON does not know'],
  ['{"a":"x\ny"}', 7, 'a text is not closed on its line, or contains a control character'],
])('%s', (text, at, reason) => {
  expect(findJsonFault(text)).toEqual({ at, reason })
})
