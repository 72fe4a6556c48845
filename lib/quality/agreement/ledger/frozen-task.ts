/** What the ledger is derived from: a revealed task as its independent annotators left it. Pure types. */
import type { Answers, Json, UnitDraft } from '@/lib/protocols/protocol'

/** The pre-fill arm of a rating, as the ledger keeps it; 0: unknown, or nothing was suggested. */
export const ARM_CODES = { shown: 1, hidden: 2, none: 3 } as const
export type ArmName = keyof typeof ARM_CODES

/** A question on a unit, as a key. */
export const placeKey = (unit: string, question: string): string => `${unit} ${question}`

export interface FrozenAnnotation {
  id: string
  /** The annotator's number in the project. */
  number: number
  answers: Answers
  /** The shuffled units in the order in which they were seen; null where none are shuffled or nobody knows. */
  shown: readonly string[] | null
  /** The arm of each question on a unit for which it had a suggestion, by `placeKey`. */
  arms: ReadonlyMap<string, ArmName>
  /** The measures under which its answers say nothing: what these look at was not asked yet. */
  unmeasured?: readonly string[] | undefined
  /** Is it a vote that an imported record brought? What such a vote leaves out is no answer, as nobody knows whether it was asked. */
  imported?: boolean
}

/** What a person accepted in the discussion; null: nothing that had been said. */
export interface Accepted {
  number: number
  unit: string
  question: string
  value: Json
}

export interface FrozenSuggestion {
  id: string
  unit: string
  question: string
  value: Json
}

export interface FrozenTask {
  taskId: string
  stageId: string
  /** The task's revision when it was read. */
  revision: number
  content: Json
  /** Its own units in round 1. */
  units: readonly UnitDraft[]
  /** Submitted, independent annotations of round 1, and the votes that an imported record brought. */
  annotations: readonly FrozenAnnotation[]
  /**
   * The current gold, with the keys of units that were replaced since round 1: what it says of those is of others.
   * What a stage of votes made is none. `shown`: where an annotation stands in its place. `settledByOthers`: the questions on
   * units that somebody settled who did not annotate the task, by the gold's own keys; null where no answer of its annotators
   * contributed to the gold at all.
   */
  gold: {
    answers: Answers
    replaced: readonly string[]
    shown?: readonly string[] | null
    settledByOthers: readonly { unit: string; question: string }[] | null
    /** As of an annotation. */
    unmeasured?: readonly string[] | undefined
  } | null
  /** What each run proposes, the best first where it proposes several values. */
  runs: readonly { runId: string; suggestions: readonly FrozenSuggestion[] }[]
  /** What was accepted where the gold was made in a discussion of exactly these annotations; else null. */
  accepted: readonly Accepted[] | null
  /** Bookkeeping of `rated_tasks`. */
  week: string | null
  guideline: number | null
  notIndependent: number
}
