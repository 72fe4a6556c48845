/** Pure rules of a discussion: what each partner holds, and when all of them hold the same. */
import type { ConsolidationView, WordView } from '@/lib/adjudication/consolidation/contract'
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
export function acceptedByAll(currentValues: readonly LaneValue[]): Json {
  const [first, ...others] = currentValues
  if (!first || first.value === null) return null
  return others.every(({ value }) => sameValue(value, first.value)) ? first.value : null
}

/** Does somebody hold this value, so that it can be accepted or objected to? */
export function isOnTheTable(currentValues: readonly LaneValue[], proposed: readonly Json[], value: Json): boolean {
  const openValues = [...currentValues.map((each) => each.value), ...proposed]
  return value !== null && openValues.some((each) => each !== null && sameValue(each, value))
}

/** Where everybody stands on a question, as one reader sees it. */
export interface Talk {
  /** What has been said, the frozen answers aside. */
  words: WordView[]
  /** What each annotator holds now. */
  held: LaneValue[]
  /** What the reader holds. */
  mine: Json
  /** The value that the reader can accept with one key: another's, the latest said first; null where there is none. */
  offered: Json
  /** What the reader has said; null where they have said nothing. */
  own: WordView | null
}

export function talkOn(
  view: Pick<ConsolidationView, 'words' | 'lanes'>,
  place: { unit: string; question: string },
  frozen: readonly LaneValue[],
): Talk {
  const words = view.words.filter((word) => word.unit === place.unit && word.question === place.question)
  const laneWords = words.flatMap(({ by, value }) => (by.lane === null ? [] : [{ lane: by.lane, value }]))
  const currentValues = heldValues(
    view.lanes.map(({ id }) => id),
    frozen,
    laneWords,
  )
  const ownWord = words.find(({ by }) => by.kind === 'you') ?? null
  const lane = view.lanes.find((each) => each.own)?.id
  const mine =
    lane === undefined ? (ownWord?.value ?? null) : (currentValues.find((each) => each.lane === lane)?.value ?? null)
  const others = currentValues.filter((each) => each.lane !== lane).map(({ value }) => value)
  const offers = [
    ...words
      .filter(({ by }) => by.kind !== 'you')
      .map(({ value }) => value)
      .reverse(),
    ...others,
  ]
  const offered = offers.find((value) => value !== null && (mine === null || !sameValue(value, mine))) ?? null
  return { words, held: currentValues, mine, offered, own: ownWord }
}

/** Does the open question wait for the others only? The reader holds a value to which nobody has said another yet. */
export function waitsForOthers({ words, own, mine, offered }: Talk): boolean {
  if (mine === null) return false
  return offered === null || (own !== null && words.every(({ by }) => by.kind === 'you'))
}
