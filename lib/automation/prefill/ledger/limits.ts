/** How long things may take; what tests and benchmarks make shorter. All in milliseconds. */
export interface Limits {
  /** A worker or call that gives no sign of life for this long is taken for dead. */
  leaseMs: number
  /** How long a driver takes on items before it stands in line again. */
  sliceMs: number
  /** One try of a call. */
  callMs: number
  /** All tries of a call together, pauses included. */
  tryingMs: number
  /** The pause before the second try; doubled before each further one. */
  backoffMs: number
  /** Tries after failures other than 429. */
  tries: number
}

export const LIMITS: Limits = {
  leaseMs: 30_000,
  sliceMs: 60_000,
  callMs: 120_000,
  tryingMs: 10 * 60_000,
  backoffMs: 1_000,
  tries: 5,
}
