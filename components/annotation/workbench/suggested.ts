/** What machines propose for a field, and what became of it: pure, for cards, chips and keys. */
import type { Workbench } from '@/lib/annotation/annotations/contract'
import type { OutboxEntry } from '@/lib/annotation/outbox/outbox-entry'
import { type LineageKind, lineageOf } from '@/lib/annotation/suggestions/rules'
import { answerOf } from '@/lib/protocols/completeness'
import type { Answers, Json, Question, UnitDraft } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'

export type Suggestion = Workbench['suggestions'][number]

/** One proposed value, with all who propose exactly it, the surest first. */
export interface Proposed {
  value: Json
  by: readonly [Suggestion, ...Suggestion[]]
}

/** Who proposes it, as people know them. */
export const modelOf = ({ model, source }: Pick<Suggestion, 'model' | 'source'>): string => model ?? source

/** "llama 0.82, gpt": every model once, with the score it gave. */
export function proposersInWords(by: readonly Suggestion[]): string {
  const names = new Map<string, string>()
  for (const suggestion of by) {
    const name = modelOf(suggestion)
    if (!names.has(name)) names.set(name, [name, suggestion.score?.toFixed(2)].filter(Boolean).join(' '))
  }
  return [...names.values()].join(', ')
}

/** What is proposed for a field, equal values once, in the order in which the server gives them. */
export function proposedFor(
  suggestions: readonly Suggestion[],
  { unit, question }: { unit: string; question: string },
): Proposed[] {
  const proposed: { value: Json; by: [Suggestion, ...Suggestion[]] }[] = []
  for (const suggestion of suggestions) {
    if (suggestion.unit !== unit || suggestion.question !== question) continue
    const existingProposal = proposed.find(({ value }) => isExactly(value, suggestion.value))
    if (existingProposal) existingProposal.by.push(suggestion)
    else proposed.push({ value: suggestion.value, by: [suggestion] })
  }
  return proposed
}

/** The very same value; a text with another blank is another text. */
export const isExactly = (left: Json, right: Json): boolean =>
  left === right || (typeof left === 'object' && typeof right === 'object' && sameValue(left, right))

type Armed = Pick<Workbench, 'arms'>

/** Are suggestions for the question kept back until it has been answered? */
export const isHidden = ({ arms }: Armed, { kind }: Pick<UnitDraft, 'kind'>, { key }: Pick<Question, 'key'>): boolean =>
  arms?.some(({ unitKind, question, arm }) => unitKind === kind && question === key && arm === 'hidden') ?? false

/** The proposed values of a choice that nobody has answered yet, each with who proposes it. */
export function suggestedOptions(
  { workbench, answers, readOnly }: { workbench: Workbench; answers: Answers; readOnly: boolean },
  { unit, question }: { unit: UnitDraft; question: Question },
): ReadonlyMap<Json, string> {
  if (readOnly || answerOf(answers, unit.key, question.key) !== null) return NONE
  const proposed = proposedFor(workbench.suggestions, { unit: unit.key, question: question.key })
  return new Map(proposed.map(({ value, by }) => [value, proposersInWords(by)]))
}
const NONE: ReadonlyMap<Json, string> = new Map()

/** How the present answer came about, also where it is not saved yet; null while there is none. */
export function originOf(
  { entries, workbench }: { entries: readonly OutboxEntry[]; workbench: Pick<Workbench, 'answers'> },
  { unit, question }: { unit: string; question: string },
): Workbench['answers'][number]['origin'] | null {
  const isIt = (each: { unit: string; question: string }) => each.unit === unit && each.question === question
  return (entries.find(isIt) ?? workbench.answers.find(isIt))?.origin ?? null
}

/** What became of what was proposed (lib/annotation/suggestions/lineage.ts), and which proposal it is measured against. */
export interface Fate {
  /** `same`: the proposed value, chosen by hand. */
  kind: Exclude<LineageKind, 'none'> | 'same'
  of: Proposed
  /** Of texts that were edited: the share of letters changed, from 0 to 1. */
  changed: number | null
}

/**
 * What an answer is to what was proposed; null where nothing was. `wasHidden`: it was kept back until there was an answer.
 * `isAccepted`: the answer was taken from a suggestion, not chosen or written by hand.
 */
export function fateOf(
  proposed: readonly Proposed[],
  answer: Json,
  { wasHidden, isAccepted }: { wasHidden: boolean; isAccepted: boolean },
): Fate | null {
  const [first] = proposed
  if (!first) return null
  const offered = proposed.map(({ value, by }) => ({ id: by[0].id, value, seen: !wasHidden }))
  const { kind, suggestionId, distance } = lineageOf({ value: answer }, offered)
  if (kind === 'none') return null
  const of = proposed.find(({ by }) => by[0].id === suggestionId) ?? first
  return { kind: kind === 'accepted' && !isAccepted ? 'same' : kind, of, changed: distance }
}

/** "1 %" at least, where anything changed at all. */
export const percentChanged = (share: number): string => `${Math.max(1, Math.round(share * 100))} %`
