import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isStorable } from '@/lib/platform/api/input'
import { storableValue } from './storable'

test('whatever a model says can be stored, and what could be stored stays', () => {
  expect(storableValue({ 'a\0b': ['c\uD800', { d: '\0' }] })).toEqual({ ab: ['c\uFFFD', { d: '' }] })
  expect(storableValue(undefined)).toBeUndefined()
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), (value) => {
      const stored = storableValue(value)
      expect(isStorable(stored)).toBe(true)
      if (isStorable(value)) expect(stored).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})
