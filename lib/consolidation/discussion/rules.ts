/** Pure rules of a discussion: what each partner holds, and when all of them hold the same. */
import type { LaneValue } from '@/lib/protocols/consolidation'
import type { Json } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'

/** The word of a partner on a question: the value they accept; null where they accept none that has been said. */
export interface Word {
  lane: string
  value: Json
}

/**
 * What each partner holds. A frozen answer counts as acceptance of its value until its author accepts another, proposes
 * another, or objects.
 */
export function heldValues(
  lanes: readonly string[],
  frozen: readonly LaneValue[],
  words: readonly Word[],
): LaneValue[] {
  return lanes.map((lane) => {
    const word = words.find((each) => each.lane === lane)
    if (word) return { lane, value: word.value }
    return { lane, value: frozen.find((each) => each.lane === lane)?.value ?? null }
  })
}

/** The value that every partner holds; null while they differ, or one of them holds none. */
export function acceptedByAll(held: readonly LaneValue[]): Json {
  const [first, ...others] = held
  if (!first || first.value === null) return null
  return others.every(({ value }) => sameValue(value, first.value)) ? first.value : null
}

/** Does somebody hold this value, so that it can be accepted or objected to? */
export function isOnTheTable(held: readonly LaneValue[], proposed: readonly Json[], value: Json): boolean {
  const said = [...held.map((each) => each.value), ...proposed]
  return value !== null && said.some((each) => each !== null && sameValue(each, value))
}
