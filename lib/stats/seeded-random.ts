import { StatsInputError } from './stats-input-error'

/** Draws a whole number from 0 to size - 1. */
export type NextIndex = (size: number) => number

/** A generator that also draws in bulk, with the same outputs as one draw after another. */
export interface SeededRandom extends NextIndex {
  /** Draws `typeOf.length` indices of `typeOf` and counts in `counts` the types found there. */
  readonly tally: (typeOf: Int32Array, counts: Int32Array) => void
}

/** How many outputs are made in one go, for speed only. */
const BATCH = 1024

/**
 * A repeatable index generator: Small Fast Counter (sfc32, Doty-Humphrey, PractRand), its state filled from the seed by
 * splitmix32; an index is floor(output / 2^32 * size). The same seed gives the same indices on every machine.
 * @throws StatsInputError unless the seed is a whole number from 0 to 2^32 - 1.
 */
export function seededRandom(seed: number): SeededRandom {
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) {
    throw new StatsInputError('invalid-option', `${seed} is not a seed from 0 to 2^32 - 1`)
  }
  const fill = splitmix32(seed)
  const state = Int32Array.of(fill(), fill(), fill(), 1)
  const outputs = new Uint32Array(BATCH)
  // The first twelve outputs still show the seed.
  let position = 12
  sfc32(state, outputs)
  const renew = () => {
    if (position < BATCH) return
    sfc32(state, outputs)
    position = 0
  }
  const nextIndex = (size: number) => {
    renew()
    return Math.floor(((outputs[position++] ?? 0) / 0x100000000) * size)
  }
  const tally = (typeOf: Int32Array, counts: Int32Array) => {
    for (let left = typeOf.length; left > 0; ) {
      renew()
      const end = Math.min(BATCH, position + left)
      countTypes(outputs, position, end, typeOf, counts)
      left -= end - position
      position = end
    }
  }
  return Object.assign(nextIndex, { tally })
}

/** A loop of its own, since the engine then keeps everything in registers. */
function countTypes(outputs: Uint32Array, from: number, to: number, typeOf: Int32Array, counts: Int32Array): void {
  const scale = typeOf.length / 0x100000000
  for (let i = from; i < to; i++) {
    const type = typeOf[((outputs[i] ?? 0) * scale) | 0] ?? 0
    counts[type] = (counts[type] ?? 0) + 1
  }
}

/** Fills `outputs` with the next outputs and moves the state (a, b, c and the counter) on. */
function sfc32(state: Int32Array, outputs: Uint32Array): void {
  let [a = 0, b = 0, c = 0, counter = 0] = state
  for (let i = 0; i < outputs.length; i++) {
    const result = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + result) | 0
    outputs[i] = result
  }
  state.set([a, b, c, counter])
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
