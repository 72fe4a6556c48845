import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStorable } from '@/lib/api/input'
import { storableJson } from './storable-json'

test('whatever a model says can be stored, and what could be stored stays', () => {
  expect(storableJson({ 'a\0b': ['c\uD800', { d: '\0' }] })).toEqual({ ab: ['c\uFFFD', { d: '' }] })
  expect(storableJson(undefined)).toBeUndefined()
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const stored = storableJson(value)
      expect(isStorable(stored)).toBe(true)
      if (isStorable(value)) expect(stored).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
