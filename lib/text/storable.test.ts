import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { isStorable } from '@/lib/platform/api/input'
import { storableJson, storableText, storableValue } from './storable'

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

const unfit = /\0|\p{Surrogate}/u

describe('what a model said, as it can be stored', () => {
  it('has no NUL and no half character', () => {
    expect(storableText('a\0b \uD83D c \u{1F600}')).toBe('ab \uFFFD c \u{1F600}')
  })

  it('has none inside JSON either, however they were written', () => {
    const text = '{"a\\u0000": ["x\\u0000y", {"b": "\\ud83d"}], "smile": "\\uD83D\\uDE00", "n": 1}'
    expect(JSON.parse(storableJson(text))).toEqual({ a: ['xy', { b: '\uFFFD' }], smile: '\u{1F600}', n: 1 })
  })

  it('is the same as before where it was fit', () => {
    expect(storableJson('{ "a":1.0 }')).toBe('{ "a":1.0 }')
    fc.assert(
      fc.property(fc.json(), (text) => {
        const kept = storableJson(text)
        expect(unfit.test(JSON.stringify(JSON.parse(kept)))).toBe(false)
        if (!/\\u|\0|\p{Surrogate}/u.test(text)) expect(kept).toBe(text)
      }),
    )
  })
})
