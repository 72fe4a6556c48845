/** What became of suggestions: how a label came to be, seen beside what was proposed at its place. Pure. */
import { entriesOf, listSeedsSchema, seedOrigin } from '@/lib/protocols/made-units'
import { spansOf } from '@/lib/protocols/marked-spans'
import { overlapOf } from '@/lib/protocols/marks'
import type { Json, ListEntry, Span } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import { levenshtein } from '@/lib/stats/levenshtein'

/**
 * - `accepted`: says what a suggestion said that had been seen, whether by one key or by choosing the same
 * - `edited`: words of a suggestion that had been seen, changed
 * - `replaced`: says something else than the suggestions that had been seen
 * - `blind_match`, `blind_different`: the same, or something else, without any of them having been seen before
 * - `none`: nothing was proposed here
 */
export const lineageKinds = ['accepted', 'edited', 'replaced', 'blind_match', 'blind_different', 'none'] as const
export type LineageKind = (typeof lineageKinds)[number]

export interface LineageSuggestion {
  id: string
  value: Json
  /** Was it given to the annotator before the label was last written? */
  seen: boolean
  /** Of a list within an entry: the numbers of its entries among all that the suggestion proposes. */
  numbers?: readonly number[]
}

export interface LineageLabel {
  value: Json
  /** The suggestion that was accepted, if so. */
  suggestionId?: string | null
}

export interface Lineage {
  kind: LineageKind
  /** The suggestion it came from, matches or is nearest to; null where nothing was proposed or nothing is near. */
  suggestionId: string | null
  /** Of `edited`: insertions, deletions and replacements of code points, divided by the length of the longer text. */
  distance: number | null
}

/** Texts further apart than this are not an edit of one another: more than half of the longer one is different. */
export const FARTHEST_EDIT = 0.5

/** How the answer to a question that is no list came to be. An empty label has no lineage: leave it out. */
export function lineageOf(label: LineageLabel, suggestions: readonly LineageSuggestion[]): Lineage {
  const nothing = { suggestionId: null, distance: null }
  if (suggestions.length === 0) return { kind: 'none', ...nothing }
  const sourceSuggestion = suggestions.find(({ id }) => id === label.suggestionId)
  const seenSuggestions = suggestions.filter((each) => each.seen || each === sourceSuggestion)
  const same = (among: readonly LineageSuggestion[]) => among.find(({ value }) => sameValue(value, label.value))
  const match = (sourceSuggestion && same([sourceSuggestion])) ?? same(seenSuggestions)
  if (match) return { kind: 'accepted', suggestionId: match.id, distance: null }
  const blind = same(suggestions)
  // Seeing one suggestion and saying what another, unseen one says is no copy of it; but the place was not blind either.
  if (seenSuggestions.length === 0)
    return { kind: blind ? 'blind_match' : 'blind_different', ...nothing, suggestionId: blind?.id ?? null }
  const nearest = nearestText(label.value, seenSuggestions)
  if (nearest && nearest.distance <= FARTHEST_EDIT) return { kind: 'edited', ...nearest }
  return { kind: 'replaced', ...nothing }
}

function nearestText(
  value: Json,
  seenSuggestions: readonly LineageSuggestion[],
): { suggestionId: string; distance: number } | null {
  if (typeof value !== 'string') return null
  const near = seenSuggestions.flatMap((each) =>
    typeof each.value === 'string' ? [{ suggestionId: each.id, distance: distanceOf(each.value, value) }] : [],
  )
  return near.sort((a, b) => a.distance - b.distance)[0] ?? null
}

const distanceOf = (from: string, to: string) => levenshtein(from.trim(), to.trim()).normalizedDistance

/** What became of a list, entry by entry. */
export interface ListLineage extends Lineage {
  /** Entries as proposed, with other words, split or merged from what was there, and one's own. */
  entries: { accepted: number; edited: number; split: number; merged: number; added: number }
  /** Proposed by suggestions that had been seen, and in the list in no form. */
  dropped: number
}

export interface LineageList {
  value: Json
  /** The text of an entry, or its place, by its key. */
  texts: Readonly<Record<string, Json>>
  /** The key of the question that is an entry's text. */
  text: string
}

/**
 * How a list came to be. `accepted`: exactly the entries of one seen suggestion, in the words proposed. `edited`: some
 * entry comes from a seen suggestion; `distance` is the mean over such entries. `replaced`: none does. Unseen: a match
 * where the texts are those of a suggestion, whatever their order.
 */
export function listLineageOf(list: LineageList, suggestions: readonly LineageSuggestion[]): ListLineage {
  const entries = entriesOf(list.value)
  const textOf = ({ key }: ListEntry) => list.texts[key] ?? null
  const seeds = suggestions.flatMap((each) => seedsOf(each, list.text))
  const from = entries.map((entry) =>
    seeds.find(({ origin }) => entry.made === 'suggested' && entry.from.includes(origin)),
  )
  const distances = entries.flatMap((entry, index) => {
    const seed = from[index]
    return seed ? [changeOf(seed.text, textOf(entry))] : []
  })
  const countMade = (how: ListEntry['made']) => entries.filter((entry) => entry.made === how).length
  const edited = distances.filter((distance) => distance > 0).length
  const counts = {
    accepted: distances.length - edited,
    edited,
    split: countMade('split'),
    merged: countMade('merged'),
    added: countMade('added') + countMade('suggested') - distances.length,
  }
  const used = new Set(entries.flatMap((entry) => entry.from))
  const dropped = seeds.filter(({ origin, seen }) => seen && !used.has(origin)).length
  const rest = { entries: counts, dropped }
  if (suggestions.length === 0) return { kind: 'none', suggestionId: null, distance: null, ...rest }
  const texts = entries.map((entry) => asText(textOf(entry))).sort()
  const match = suggestions.find((each) => sameTexts(seedsOf(each, list.text), texts))
  const usesSeeds = entries.some((entry) => entry.from.some((origin) => seeds.some((seed) => seed.origin === origin)))
  if (!usesSeeds && !suggestions.some(({ seen }) => seen))
    return { kind: match ? 'blind_match' : 'blind_different', suggestionId: match?.id ?? null, distance: null, ...rest }
  if (match && (match.seen || usesSeeds)) return { kind: 'accepted', suggestionId: match.id, distance: null, ...rest }
  if (!usesSeeds) return { kind: 'replaced', suggestionId: null, distance: null, ...rest }
  const first = from.find((seed) => seed !== undefined)
  const mean = distances.length === 0 ? null : distances.reduce((sum, each) => sum + each, 0) / distances.length
  return { kind: 'edited', suggestionId: first?.suggestionId ?? null, distance: mean, ...rest }
}

interface Seed {
  suggestionId: string
  origin: string
  /** What it says, or where it is marked. */
  text: Json
  seen: boolean
}

function seedsOf({ id, value, seen, numbers }: LineageSuggestion, text: string): Seed[] {
  const checked = listSeedsSchema.safeParse(value)
  if (!checked.success) return []
  return checked.data.map(({ values }, index) => ({
    suggestionId: id,
    origin: seedOrigin(id, numbers?.[index] ?? index),
    text: values[text] ?? null,
    seen,
  }))
}

/** A mark is known by its place. */
function asText(value: Json): string {
  if (typeof value === 'string') return value.trim()
  const place = placeIn(value)
  return place ? `${place.start} ${place.end}` : ''
}

const placeIn = (value: Json): Span | null => spansOf(value)?.[0] ?? null

/** Of marks the share of characters that only one of the two has. */
function changeOf(proposed: Json, now: Json): number {
  const place = placeIn(proposed)
  return place ? 1 - overlapOf(place, placeIn(now)) : distanceOf(asText(proposed), asText(now))
}

const sameTexts = (seeds: readonly Seed[], sorted: readonly string[]) =>
  seeds.length === sorted.length &&
  seeds
    .map(({ text }) => asText(text))
    .sort()
    .every((text, index) => text === sorted[index])
