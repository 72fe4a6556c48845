import fc from 'fast-check'
import { expect, it } from 'vitest'
import { exactJson } from './exact-numbers'
import { parseJson } from './parse-json'

const parsed = (text: string) => {
  const read = parseJson(text)
  if (!read.ok) throw new Error(read.reason)
  return read.value
}

it('writes values without a number of its own writing as any JSON', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(exactJson(JSON.parse(text))).toBe(JSON.stringify(JSON.parse(text)))
    }),
  )
})

it.each([
  '{"a":[{"b":[1,NaN]}],"c":"x"}',
  '[0.12345678901234567890]',
  '{"id":12345678901234567890,"more":{"x":[Infinity,-Infinity]}}',
])('writes numbers as they stood, however deep: %s', (text) => {
  const value = parsed(text)
  expect(exactJson(value)).toBe(text)
  // What was made of it has no notes of its own.
  expect(exactJson(JSON.parse(JSON.stringify(value)), value)).toBe(text)
})
