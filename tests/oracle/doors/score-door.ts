import type { Vector } from '@/tests/oracle/read-vectors'
import { type AnsweringDoor, expectedKeys } from './door'

/** How one metric is checked at a door; what `answer` throws as `Refused` was not answered with a number. */
export interface Check {
  /** Keys of `expected`; left out: all of them. */
  keys?(vector: Vector): readonly string[]
  answer(vector: Vector): unknown
}

/** A door by the metrics that are checked at it. */
export function doorOf(name: string, checks: Readonly<Record<string, Check>>): AnsweringDoor {
  return {
    name,
    checks: (vector) => {
      const check = checks[vector.metric]
      if (!check) return []
      return check.keys ? check.keys(vector) : expectedKeys(vector)
    },
    answer: (vector) => checks[vector.metric]?.answer(vector),
  }
}

/** Those of these keys that the vector expects. */
export const expectedAmong =
  (...keys: readonly string[]) =>
  (vector: Vector): readonly string[] =>
    expectedKeys(vector).filter((key) => keys.includes(key))
