import { StatsInputError } from './stats-input-error'

/** Draws a whole number from 0 to size - 1. */
export type NextIndex = (size: number) => number

/**
 * A repeatable index generator: Small Fast Counter (sfc32, Doty-Humphrey, PractRand), its state filled from the seed by
 * splitmix32. The same seed gives the same indices on every machine.
 * @throws StatsInputError unless the seed is a whole number from 0 to 2^32 - 1.
 */
export function seededRandom(seed: number): NextIndex {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
    throw new StatsInputError('invalid-option', `${seed} is not a seed from 0 to 2^32 - 1`)
  }
  const fill = splitmix32(seed)
  let a = fill()
  let b = fill()
  let c = fill()
  let counter = 1
  const next = () => {
    const result = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + result
    c |= 0
    return result >>> 0
  }
  // The first outputs still show the seed.
  for (let warmUp = 0; warmUp < 12; warmUp++) next()
  return (size) => Math.floor((next() / 0x100000000) * size)
}

function splitmix32(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = state ^ (state >>> 16)
    mixed = Math.imul(mixed, 0x21f0aaad)
    mixed ^= mixed >>> 15
    mixed = Math.imul(mixed, 0x735a2d97)
    return mixed ^ (mixed >>> 15)
  }
}
