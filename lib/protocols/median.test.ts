import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { medianOf } from './median'

const numbers = { median: { order: null }, schema: z.number() }

describe('the middle of two numbers', () => {
  it.each([
    [0.1, 0.2, 0.15],
    [0.7, 0.8, 0.75],
    [1.1, 2.2, 1.65],
    [-0.1, -0.2, -0.15],
    [2, 3, 2.5],
    [0.25, 0.5, 0.375],
    [1e-7, 2e-7, 1.5e-7],
    [5e-324, 5e-324, 5e-324],
    [1e300, 3e300, 2e300],
  ])('of %d and %d is %d, as people write it', (one, other, middle) => {
    expect(medianOf(numbers, [one, other], 2)).toBe(middle)
  })

  it('is none where it may not be given', () => {
    const inSteps = { ...numbers, schema: z.number().multipleOf(0.05) }
    expect(medianOf(inSteps, [0.1, 0.2], 2)).toBe(0.15)
    expect(medianOf(inSteps, [0.1, 0.25], 2)).toBe(null)
  })
})
