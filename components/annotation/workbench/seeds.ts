/** Entries that a suggestion proposes for a list, and what became of them. */
import type { CausedChange } from '@/lib/annotation/annotations/rules'
import {
  allSeeds,
  isSeeded,
  type NumberedSeed,
  newUnitKey,
  numberSeeds,
  placeOfEntry,
  seedOrigin,
} from '@/lib/protocols/made-units'
import { overlapOf } from '@/lib/protocols/marks'
import type { Answers, Json, ListEntry, Span } from '@/lib/protocols/protocol'
import { levenshtein } from '@/lib/stats/levenshtein'
import type { Bench } from './bench-context'
import { type Act, type List, listed, textOf } from './lists'
import type { Suggestion } from './suggested'

/** One proposed entry. `origin` tells it apart from all others. */
export interface Seed {
  suggestion: Suggestion
  origin: string
  index: number
  values: Record<string, Json>
  /** What it proposes for the lists that it holds itself, by question. */
  lists: NumberedSeed['lists']
}

/** An entry that is open, with all who propose the same text; the first of them would be accepted. */
export interface OpenSeed extends Seed {
  by: Suggestion[]
}

/** Read once a suggestion: they are looked at with every keystroke. */
const read = new WeakMap<Suggestion, NumberedSeed[]>()

function seedsIn(suggestion: Suggestion): NumberedSeed[] {
  const cachedSeeds = read.get(suggestion)
  if (cachedSeeds) return cachedSeeds
  const seeds = numberSeeds(suggestion.value)
  read.set(suggestion, seeds)
  return seeds
}

/** The proposed entry that an entry was accepted from, of this list or of one within another. */
function seedOf({ from }: ListEntry, suggestions: readonly Suggestion[]): NumberedSeed | undefined {
  for (const suggestion of suggestions) {
    const origin = from.find((each) => each.startsWith(`${suggestion.id}#`))
    const found =
      origin && allSeeds(seedsIn(suggestion)).find(({ number }) => seedOrigin(suggestion.id, number) === origin)
    if (found) return found
  }
  return undefined
}

/** All that is proposed for a list, in order. */
function seedsFor({ unit, question }: Pick<List, 'unit' | 'question'>, suggestions: readonly Suggestion[]): Seed[] {
  return suggestions
    .filter((suggestion) => suggestion.unit === unit && suggestion.question === question.key)
    .flatMap((suggestion) =>
      seedsIn(suggestion).map(({ values, number, lists }) => ({
        suggestion,
        origin: seedOrigin(suggestion.id, number),
        index: number,
        values,
        lists,
      })),
    )
}

/**
 * What is proposed and not in the list, neither as such nor as a part of what was split or merged from it. Entries with the
 * same text, proposed by several, are one: whichever of them was accepted. So are marks in the same place, also where somebody marked it.
 */
export function pendingSeeds(list: List, suggestions: readonly Suggestion[]): OpenSeed[] {
  const takenOrigins = new Set(list.entries.flatMap(({ from }) => from))
  const closedTexts = new Set<string>([...(list.places?.values() ?? [])].map(placeName))
  const open = new Map<string, OpenSeed>()
  for (const seed of seedsFor(list, suggestions)) {
    const text = identityOf(list, seed) || seed.origin
    const openSeed = open.get(text)
    if (takenOrigins.has(seed.origin)) closedTexts.add(text)
    else if (!openSeed) open.set(text, { ...seed, by: [seed.suggestion] })
    else if (openSeed.by.includes(seed.suggestion))
      open.set(`${text} ${seed.origin}`, { ...seed, by: [seed.suggestion] })
    else openSeed.by.push(seed.suggestion)
  }
  return [...open].flatMap(([text, seed]) => (closedTexts.has(text) ? [] : [seed]))
}

type Offered = Pick<Bench, 'workbench' | 'readOnly' | 'passedOver'>

/** What is offered of it: all that the annotator did not pass over, while there is something to answer. */
export const openSeeds = ({ workbench, readOnly, passedOver }: Offered, list: List): OpenSeed[] =>
  readOnly ? [] : pendingSeeds(list, workbench.suggestions).filter(({ origin }) => !passedOver.has(origin))

/** How many of them were passed over. */
export const countPassedOver = ({ workbench, readOnly, passedOver }: Offered, list: List): number =>
  readOnly ? 0 : pendingSeeds(list, workbench.suggestions).filter(({ origin }) => passedOver.has(origin)).length

/** Does not show these again. */
export const passOver = (
  { passedOver, passOver: pass }: Pick<Bench, 'passedOver' | 'passOver'>,
  seeds: readonly Seed[],
) => pass(new Set([...passedOver, ...seeds.map(({ origin }) => origin)]))

/** Shows again what was passed over of a list. */
export function offerAgain(
  { workbench, passedOver, passOver: pass }: Pick<Bench, 'workbench' | 'passedOver' | 'passOver'>,
  list: List,
) {
  const listOrigins = new Set(seedsFor(list, workbench.suggestions).map(({ origin }) => origin))
  pass(new Set([...passedOver].filter((origin) => !listOrigins.has(origin))))
}

/** What one suggestion has left to propose: the first of those that have anything. */
export const firstSet = <Some extends Seed>(pending: readonly Some[]): Some[] =>
  pending.filter(({ suggestion }) => suggestion === pending[0]?.suggestion)

/** What an entry is known by: its text, or where it is marked; empty where it has neither. */
function identityOf(list: Pick<List, 'question'>, seed: Seed): string {
  const place = placeOfSeed(list, seed)
  const text = seed.values[list.question.list.text]
  return place ? placeName(place) : typeof text === 'string' ? text.trim() : ''
}

const placeName = ({ start, end }: Span): string => `${start} ${end}`

/** Where a proposed entry is marked; null of entries that are written. */
export const placeOfSeed = ({ question }: Pick<List, 'question'>, { values }: Pick<Seed, 'values'>): Span | null =>
  placeOfEntry(question.list, values)

/** Can a proposed mark not be taken in, since it overlaps one that is there and may not? */
export function isInTheWay(list: List, seed: Seed): boolean {
  const place = placeOfSeed(list, seed)
  if (!place || list.question.list.marks?.overlapping) return false
  return [...(list.places?.values() ?? [])].some((other) => overlapOf(other, place) > 0)
}

/**
 * The list with the proposed entries at its end, marks where they stand in their text, and their questions answered as proposed; what it holds
 * already, and marks that overlap where they may not, are not taken in. Null where nothing is left to accept.
 */
export function acceptSeeds(list: List, seeds: readonly Seed[], newKey = newUnitKey): Act | null {
  const takenOrigins = new Set(list.entries.flatMap(({ from }) => from))
  const fresh = besideEachOther(
    list,
    seeds.filter((seed) => !takenOrigins.has(seed.origin) && !isInTheWay(list, seed)),
  )
  const newEntries = fresh.map(({ origin }): ListEntry => ({ key: newKey(), made: 'suggested', from: [origin] }))
  const first = newEntries[0]
  if (!first) return null
  const entries = inTextOrder(list, [...list.entries, ...newEntries], (key) => {
    const seed = fresh[newEntries.findIndex((entry) => entry.key === key)]
    return seed && placeOfSeed(list, seed)
  })
  const changes = fresh.flatMap((seed, index) => answersOf(seed, newEntries[index]?.key ?? '', seed.suggestion, newKey))
  return { changes: [accepted(list, entries, fresh), ...changes], place: { unit: first.key, question: null } }
}

/** What an accepted entry answers, with the entries of the lists that it holds, each with what it answers. */
function answersOf(
  { values, lists }: Pick<NumberedSeed, 'values' | 'lists'>,
  unit: string,
  suggestion: Suggestion,
  newKey: () => string,
): CausedChange[] {
  const cause = { origin: 'suggestion', suggestionId: suggestion.id } as const
  const valueChanges = Object.entries(values).map(
    ([question, value]): CausedChange => ({ unit, question, value, cause }),
  )
  const within = Object.entries(lists).flatMap(([question, seeds]): CausedChange[] => {
    const newEntries = seeds.map(
      ({ number }): ListEntry => ({ key: newKey(), made: 'suggested', from: [seedOrigin(suggestion.id, number)] }),
    )
    const value = newEntries.map(({ key, made: how, from }): Json => ({ key, made: how, from }))
    const answers = seeds.flatMap((seed, index) => answersOf(seed, newEntries[index]?.key ?? '', suggestion, newKey))
    return [{ unit, question, value, cause }, ...answers]
  })
  return [...valueChanges, ...within]
}

/** Of marks that may not overlap, those that overlap none before them; else all. */
function besideEachOther(list: List, seeds: readonly Seed[]): Seed[] {
  const remainingSeeds: Seed[] = []
  for (const seed of seeds) {
    const place = placeOfSeed(list, seed)
    const isFree = remainingSeeds.every((other) => overlapOf(placeOfSeed(list, other), place) === 0)
    if (isFree || list.question.list.marks?.overlapping !== false) remainingSeeds.push(seed)
  }
  return remainingSeeds
}

/** Marks in the order of their text, those without a place last; other entries as they stand. */
function inTextOrder(
  { places }: List,
  entries: readonly ListEntry[],
  placeOfNew: (key: string) => Span | null | undefined,
): readonly ListEntry[] {
  if (!places) return entries
  const place = ({ key }: ListEntry) =>
    places.get(key) ?? placeOfNew(key) ?? { start: Number.MAX_SAFE_INTEGER, end: Number.MAX_SAFE_INTEGER }
  return entries.toSorted((one, other) => {
    const [first, second] = [place(one), place(other)]
    return first.start - second.start || first.end - second.end
  })
}

/** The list counts as accepted only while all of it comes from one suggestion. */
function accepted(list: List, entries: readonly ListEntry[], fresh: readonly Seed[]): CausedChange {
  const suggestion = fresh[0]?.suggestion
  const whole =
    suggestion && entries.every((entry) => isSeeded(entry, suggestion.id, allSeeds(seedsIn(suggestion)).length))
  return whole
    ? { ...listed(list, entries), cause: { origin: 'suggestion', suggestionId: suggestion.id } }
    : listed(list, entries)
}

/** How an entry came to be, in the words of the original tool's comparison: as proposed, changed, or one's own. */
export type Lineage = 'automatic' | 'edited' | 'added' | 'split' | 'merged'

export function lineageOf(list: List, entry: ListEntry, answers: Answers, suggestions: readonly Suggestion[]): Lineage {
  if (entry.made !== 'suggested') return entry.made
  return changeOf(list, entry, answers, suggestions) === 0 ? 'automatic' : 'edited'
}

/** How much of an accepted entry's text was changed since, as a share of its letters, or of the characters of a mark; 0 for one's own. */
export function changeOf(list: List, entry: ListEntry, answers: Answers, suggestions: readonly Suggestion[]): number {
  const seed = seedOf(entry, suggestions)
  const place = seed && placeOfSeed(list, seed)
  if (place) return 1 - overlapOf(place, list.places?.get(entry.key) ?? null)
  const proposed = seed?.values[list.question.list.text]
  return typeof proposed === 'string'
    ? levenshtein(proposed.trim(), textOf(answers, list, entry.key).trim()).normalizedDistance
    : 0
}
