/**
 * Scores predictions of systems against gold: gold is taken in first, then predictions one by one, then the report is made.
 * Memory holds one small code for each system and target, and every different value once, however many predictions there
 * are. Pure; used by the page's job and by the command line alike.
 */
import type { Prediction } from '@/lib/protocols/evaluation'
import type { Proposal } from '@/lib/protocols/prefill'
import type { GoldRecord, Json, UnitDraft } from '@/lib/protocols/protocol'
import type { IntervalMethod } from '@/lib/stats/interval-limits'
import type { EvaluationError, EvaluationReport } from './report-schema'
import type { Replicator } from './resampling'
import type { AgreedValue, ClassReading } from './rules'

/** One item with gold, as it stands in the project or, from 1, in the file. */
export interface GoldItem {
  position: number
  externalId: string | null
  gold: GoldRecord
  /** How far annotators agreed, by the key of the unit; left out where there are no ratings, as in files. */
  agreed?: ReadonlyMap<string, readonly AgreedValue[]>
  /** How many annotators gave each category of the task's measure, in their order, by the key of the unit; units that nobody rated are left out. */
  ratings?: ReadonlyMap<string, readonly number[]>
}

/** Likeness in meaning, where a model of embeddings is at hand. */
export interface Similarity {
  /** The measure's name with the model: "cosine of text-embedding-3-small". */
  title: string
  of(pairs: readonly (readonly [string, string])[]): Promise<readonly number[]>
}

export interface ReportOptions {
  /** 2,000 when left out; fewer where it would take too long, which the notes say. 0: no intervals. */
  resamples?: number
  /** 1 when left out. */
  seed?: number
  /** How limits are made of resamples; left out: the usual one. */
  method?: IntervalMethod
  /** What macro averages are over; left out: classes fixed from the whole data. */
  classes?: ClassReading
  /** McNemar's test beside the comparisons too. */
  mcnemar?: boolean
  signal?: AbortSignal
  similarity?: Similarity
  /** Makes the replicates of figures; left out: in this process. */
  replicate?: Replicator
  /** Systems to be compared two by two; when left out all, or the leader and neighbours where there are many. */
  pairs?: readonly (readonly [string, string])[]
}

/** What `startEvaluation(task, parameters)` gives (start-evaluation.ts). */
export interface Evaluation {
  addItem(item: GoldItem): void
  /**
   * Reads a line; `fallback` is the system's name where the line names none. What cannot be used is listed in the report; why the
   * line is no prediction of this task at all is also given back.
   */
  addLine(record: Json, line: number, fallback: string): string[]
  /** Notes a line that is no record, with what is wrong with it and what to do. */
  refuseLine(line: number, system: string, reason: string): void
  add(prediction: Prediction, line: number | null): void
  /** What a run of pre-fill proposed for the item at this position. */
  addProposals(system: string, position: number, units: readonly UnitDraft[], proposals: readonly Proposal[]): void
  report(options?: ReportOptions): Promise<EvaluationReport>
  /** After `report`: what the system got wrong under this scoring, in the order of the gold. */
  errors(system: string, scoring: string): Iterable<EvaluationError>
  /** Everything that the figures of this report come of, which is of the same gold and predictions, as the JSON of an `EvaluationReceipt` in pieces. */
  receipt(report: EvaluationReport): Generator<string>
}
