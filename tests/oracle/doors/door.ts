import { StatsInputError } from '@/lib/stats/stats-input-error'
import { differences } from '@/tests/oracle/compare'
import type { Vector } from '@/tests/oracle/read-vectors'

/** A place where the code that ships takes in data and gives figures back: a route, a command, a report function. */
export interface Door {
  /** As the table in docs/oracle.md names it. */
  readonly name: string
  /** The keys of `expected` that are checked at this door; none if the vector does not go through it. */
  checks(vector: Vector): readonly string[]
}

/** A door that a vector can be taken to. */
export interface AnsweringDoor extends Door {
  /** What the door gives for a vector that it checks. @throws Refused for an input that it does not count. */
  answer(vector: Vector): unknown
}

/** The input was refused with a reason. */
export class Refused extends Error {}

/** The keys that a vector expects; `error` stands for an input that must be rejected. */
export const expectedKeys = ({ expected }: Vector): readonly string[] =>
  typeof expected === 'object' && expected !== null ? Object.keys(expected) : []

const isRefusal = (error: unknown) => error instanceof Refused || error instanceof StatsInputError

/** Where a door fails a vector, by the keys that are checked there; empty if nowhere. */
export async function failuresAt(door: AnsweringDoor, vector: Vector): Promise<string[]> {
  const keys = door.checks(vector)
  const expected = Object.fromEntries(Object.entries(Object(vector.expected)).filter(([key]) => keys.includes(key)))
  try {
    const got = await door.answer(vector)
    return keys.includes('error') ? ['was not refused'] : differences(got, expected, vector.tolerance)
  } catch (error) {
    return keys.includes('error') && isRefusal(error) ? [] : [`threw ${error}`]
  }
}
