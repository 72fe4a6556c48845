/** Entries that a suggestion proposes for a list, and what became of them. */
import type { CausedChange } from '@/lib/annotation/annotations/rules'
import { isSeeded, listSeedsSchema, newUnitKey, seedOrigin } from '@/lib/protocols/made-units'
import type { Answers, Json, ListEntry, ListSeed } from '@/lib/protocols/protocol'
import { levenshtein } from '@/lib/stats/levenshtein'
import { type Act, type List, listed, textOf } from './lists'
import type { Suggestion } from './suggested'

/** One proposed entry. `origin` tells it apart from all others. */
export interface Seed {
  suggestion: Suggestion
  origin: string
  index: number
  values: Record<string, Json>
}

/** An entry that is open, with all who propose the same text; the first of them would be accepted. */
export interface OpenSeed extends Seed {
  by: Suggestion[]
}

/** Read once a suggestion: they are looked at with every keystroke. */
const read = new WeakMap<Suggestion, ListSeed[]>()

function seedsIn(suggestion: Suggestion): ListSeed[] {
  const known = read.get(suggestion)
  if (known) return known
  const checked = listSeedsSchema.safeParse(suggestion.value)
  const seeds = checked.success ? checked.data : []
  read.set(suggestion, seeds)
  return seeds
}

/** All that is proposed for a list, in order. */
function seedsFor({ unit, question }: Pick<List, 'unit' | 'question'>, suggestions: readonly Suggestion[]): Seed[] {
  return suggestions
    .filter((suggestion) => suggestion.unit === unit && suggestion.question === question.key)
    .flatMap((suggestion) =>
      seedsIn(suggestion).map(({ values }, index) => ({
        suggestion,
        origin: seedOrigin(suggestion.id, index),
        index,
        values,
      })),
    )
}

/**
 * What is proposed and not in the list, neither as such nor as a part of what was split or merged from it. Entries with the
 * same text, proposed by several, are one: whichever of them was accepted.
 */
export function pendingSeeds(list: List, suggestions: readonly Suggestion[]): OpenSeed[] {
  const taken = new Set(list.entries.flatMap(({ from }) => from))
  const gone = new Set<string>()
  const open = new Map<string, OpenSeed>()
  for (const seed of seedsFor(list, suggestions)) {
    const text = proposedText(list, seed) || seed.origin
    const known = open.get(text)
    if (taken.has(seed.origin)) gone.add(text)
    else if (!known) open.set(text, { ...seed, by: [seed.suggestion] })
    else if (known.by.includes(seed.suggestion)) open.set(`${text} ${seed.origin}`, { ...seed, by: [seed.suggestion] })
    else known.by.push(seed.suggestion)
  }
  return [...open].flatMap(([text, seed]) => (gone.has(text) ? [] : [seed]))
}

/** What one suggestion has left to propose: the first of those that have anything. */
export const firstSet = <Some extends Seed>(pending: readonly Some[]): Some[] =>
  pending.filter(({ suggestion }) => suggestion === pending[0]?.suggestion)

const proposedText = ({ question }: Pick<List, 'question'>, { values }: Seed): string => {
  const text = values[question.list.text]
  return typeof text === 'string' ? text.trim() : ''
}

/**
 * The list with the proposed entries at its end and their questions answered as proposed; what it holds already is not
 * taken in again. Null where nothing is left to accept.
 */
export function acceptSeeds(list: List, seeds: readonly Seed[], newKey = newUnitKey): Act | null {
  const taken = new Set(list.entries.flatMap(({ from }) => from))
  const fresh = seeds.filter(({ origin }) => !taken.has(origin))
  const made = fresh.map(({ origin }): ListEntry => ({ key: newKey(), made: 'suggested', from: [origin] }))
  const first = made[0]
  if (!first) return null
  const entries = [...list.entries, ...made]
  const changes = fresh.flatMap(({ values, suggestion }, index): CausedChange[] =>
    Object.entries(values).map(([question, value]) => ({
      unit: made[index]?.key ?? '',
      question,
      value,
      cause: { origin: 'suggestion', suggestionId: suggestion.id },
    })),
  )
  return { changes: [accepted(list, entries, fresh), ...changes], place: { unit: first.key, question: null } }
}

/** The list counts as accepted only while all of it comes from one suggestion. */
function accepted(list: List, entries: readonly ListEntry[], fresh: readonly Seed[]): CausedChange {
  const suggestion = fresh[0]?.suggestion
  const whole = suggestion && entries.every((entry) => isSeeded(entry, suggestion.id, seedsIn(suggestion).length))
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

/** How much of an accepted entry's text was changed since, as a share of its letters; 0 for one's own. */
export function changeOf(list: List, entry: ListEntry, answers: Answers, suggestions: readonly Suggestion[]): number {
  const seed = seedsFor(list, suggestions).find(({ origin }) => entry.from.includes(origin))
  const proposed = seed?.values[list.question.list.text]
  return typeof proposed === 'string'
    ? levenshtein(proposed.trim(), textOf(answers, list, entry.key).trim()).normalizedDistance
    : 0
}
