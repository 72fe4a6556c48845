import { expect, it } from 'vitest'
import { growthOf, MOST } from './growth'

const LENGTH = 3_000

/** Work of so many steps for every character. */
function stepsEach(steps: (length: number) => number): (text: string) => number {
  return (text) => {
    let sum = 0
    for (let index = 0; index < text.length; index++) for (let step = 0; step < steps(text.length); step++) sum ^= step
    return sum
  }
}

it('tells work that grows with the square from work in proportion', () => {
  const make = (length: number) => 'a'.repeat(length)
  expect(
    growthOf(
      stepsEach((length) => length),
      make,
      LENGTH,
    ),
  ).toBeGreaterThan(MOST)
  expect(
    growthOf(
      stepsEach(() => LENGTH),
      make,
      LENGTH,
    ),
  ).toBeLessThanOrEqual(MOST)
})
