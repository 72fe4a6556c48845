/** The values that everything else is made of: what is asked about, what is answered, and what became gold of it. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** Values by unit key and question key. A missing key and null both mean unanswered. */
export type Answers = Record<string, Record<string, Json>>

/** The answers to several stages, by stage key. */
export type StageAnswers = Readonly<Record<string, Answers>>

/** The thing a question is about, before it has a row: `key` is unique in its task ("item", "s1", "s1.c2", ...). */
export interface UnitDraft {
  key: string
  kind: string
  text: string
  /** The key of the unit it is a part of. Parts stand behind their whole, in order. */
  parent?: string
  /** What else its protocol knows of it: where a passage was found, what an earlier stage said. */
  data?: Json
}

/** What a stage's questions are asked about: the item's typed content and the task's units, in order. */
export interface Subject {
  content: Json
  units: readonly UnitDraft[]
}

/** Colour family of a value; always shown with its key letter or an icon as well. */
export type Tone = 'positive' | 'partial' | 'negative' | 'neutral'

/** How a unit that an annotator listed came to be: one that a machine proposed, a new one, or made of others. */
export type Made = 'suggested' | 'added' | 'split' | 'merged'

/**
 * One entry of the answer to a question of form `list`: a unit that the answer itself brings into being. Its questions are
 * answered under its key like any other unit's.
 */
export interface ListEntry {
  /** Unique in its task: the browser draws it at random. */
  key: string
  made: Made
  /** The keys it was split from or merged from; in a consolidated list, the annotators' own entries it stands for. */
  from: string[]
}

/** What a suggestion for a list proposes: new entries by the place they take, each with values to its questions; of a list within it, entries again. */
export interface ListSeed {
  values: Record<string, Json>
}

/** A stretch of the parent unit's text, in code points (docs/decisions/002), end exclusive. */
export interface Span {
  start: number
  end: number
}

/** A web reference. `url` is absolute http(s). */
export interface Link {
  url: string
  note?: string
}

/** One person's answers to a stage of votes. */
export interface Vote {
  /** Who: an alias outside ("annotator 1"); a user's id inside. */
  voter: string
  /** The keys of the shuffled units in the order in which this person saw them; null where nobody wrote it down. */
  shown: readonly string[] | null
  answers: Answers
}

/**
 * The gold of earlier stages, by stage key. `units`: the task's own; those that lists make follow from the answers.
 * A stage of votes has no answers of its own but what people voted.
 */
export type EarlierGold = Readonly<
  Record<string, { units: readonly UnitDraft[]; answers: Answers; votes?: readonly Vote[] }>
>
