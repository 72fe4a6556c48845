import fc from 'fast-check'
import { expect, it } from 'vitest'
import { codePoints } from './code-points'
import { editDistance } from './edit-distance'

const row = (text: string) => Int32Array.from(codePoints(text), (point) => point.codePointAt(0) ?? 0)

/** The table of Wagner & Fischer, as it stands in every textbook. */
function table(from: Int32Array, to: Int32Array): number {
  let above = Array.from({ length: to.length + 1 }, (_, column) => column)
  from.forEach((point, index) => {
    const next = [index + 1]
    to.forEach((other, column) => {
      const replaced = (above[column] ?? 0) + (point === other ? 0 : 1)
      next.push(Math.min(replaced, (above[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    })
    above = next
  })
  return above.at(-1) ?? 0
}

it.each([
  ['kitten', 'sitting', 3],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['', '', 0],
  ['😀a', 'a', 1],
])('from %j to %j: %d', (from, to, distance) => {
  expect(editDistance(row(from), row(to))).toBe(distance)
})

it('is what the whole table says, for texts of any length', () => {
  const text = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'b', '😀', '他'), maxLength: 200 }),
    fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 30, maxLength: 34 }),
    fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 62, maxLength: 66 }),
  )
  fc.assert(
    fc.property(text, text, (from, to) => {
      expect(editDistance(row(from), row(to))).toBe(table(row(from), row(to)))
    }),
    { numRuns: 300 },
  )
})
