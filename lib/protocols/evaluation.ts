/**
 * What gold is made for: scoring automatic fact-checkers and models as the papers do. A task says what gold states
 * (targets), what a system's file says (predictions), and how the one is scored against the other. Every score is a list of
 * sums that add up over targets, so that a million predictions are read one by one, responses can be resampled, and figures
 * are made of totals. Pure. Not part of `Protocol`, so that no browser loads it: a manifest names it, evaluations.ts loads it.
 */
import type { z } from 'zod'
import type { Range } from '@/lib/stats/interval-limits'
import type { Estimate } from '@/lib/stats/result'
import type { Json, UnitDraft } from './answers'
import type { Proposal } from './prefill'
import type { GoldRecord, RecordProblem } from './records'

/** One thing that gold states of an item, and systems may be right or wrong about. */
export interface Target {
  /** Unique in its item: the unit's key, or that of what stands for the whole. */
  unit: string
  /** Its place among the units of its kind in the item, from 1: lines may name it by this instead of its key. */
  number?: number
  /** What a prediction that names no item is aligned by, compared without case and surplus blanks; null: by name only. */
  text: string | null
  /** What gold says, in the task's own shape; null where gold has no say in it. */
  gold: Json
  /** How many code points the text has that spans are marked in; left out where none are. A span that ends behind it counts nowhere. */
  length?: number
  /** What results are broken down by: `{ domain: 'wk' }`. Keys are those of `EvaluationTask.strata`. */
  strata: Readonly<Record<string, string>>
}

/** What a system says of one target. */
export interface Prediction {
  /** Its name; empty where the line names none, and that of the file or of the upload stands in. */
  system: string
  /** The item's external id, or its position as "#12"; null: aligned by text. */
  item: string | null
  /** The target's unit; null: the item's only target, or by text. */
  unit: string | null
  text: string | null
  /** In the task's own shape; null: the system abstained. */
  value: Json
  /** How likely the system finds each category of the task's measure, in their order; adding up to 1. */
  probabilities?: readonly number[]
  /** Facts of the system that it brings along, by which systems are compared: `{ family: 'gpt', size: '6B' }`. */
  about?: Readonly<Record<string, string>>
  /** Of a line that goes through the parts of its item in order: how many it has. An item with more or fewer is not meant. */
  parts?: number
  /** It is about every target of its item of which its system has said nothing yet. */
  rest?: true
  /** What it says of its target, such as its domain: where several have its text, those that agree are meant. */
  strata?: Readonly<Record<string, string>>
  /** Of a task without a stage: what the target is scored against; its item, unit and strata make the target. */
  gold?: Json
}

export type PredictionReading =
  | { ok: true; predictions: readonly Prediction[] }
  | { ok: false; problems: readonly RecordProblem[] }

/** A prediction beside its target: what scores are made of. */
export interface Scored {
  gold: Json
  value: Json
  strata: Readonly<Record<string, string>>
}

/** A quotient of sums, by the places that are added up on either side; one that stands there twice counts twice. Without `under` the sum itself. */
export interface SumRatio {
  over: readonly number[]
  under?: readonly number[]
}

/**
 * How a figure comes of its sums, in a form that another program can compute. `mean`: of these quotients, undefined where a divisor is 0.
 * `macro`: of the quotients of the classes that the average is over, 0/0 counting 0, undefined where no class occurs; a class occurs where
 * the sum of these places is above 0. `infinite`: undefined where the sum at this place is above 0.
 */
export type FigureFormula = (
  | { is: 'mean'; ratios: readonly SumRatio[] }
  | { is: 'macro'; classes: readonly { ratio: SumRatio; occurs: readonly number[] }[] }
) & { infinite?: number }

/** A figure's value, or why it has none; a mean of which a part is infinite has none either. */
export type FigureValue = Estimate | { readonly value: null; readonly reason: 'infinite' }

export interface EvaluationFigure {
  key: string
  title: string
  /** `number`: neither a share nor bounded by 1, such as a perplexity. */
  form: 'share' | 'number'
  /** Which is better; null: neither. */
  better: 'high' | 'low' | null
  /** The least and the greatest value that it can have; left out: those of a share, and none of a number. */
  range?: Range
  /** `classes`: what a macro average is over, as `classesIn` of its scoring counts them; left out: those that the sums hold. */
  of(sums: ArrayLike<number>, classes?: readonly number[]): FigureValue
  /** The same for receipts; left out of what only this program can compute. */
  formula?: FigureFormula
}

/** A system that needs no file: what a paper compares with. */
export interface Baseline {
  key: string
  title: string
  /**
   * `random`: 0 to 1, from a seed and the target, the same in every run. `majority`: what gold says most often; of distributions how often
   * each value was given to all units together.
   */
  value(gold: Json, random: number, majority: Json): Json
}

/** A figure of a row of the paper: as it is printed, and as it comes out of the files that were published with it. */
export interface PublishedFigure {
  /** The name of the row: the title of a baseline, or what the paper calls a system. */
  system: string
  /** The key of one of the scoring's figures. */
  figure: string
  /** A figure of these targets only: the key of one of the task's strata, and one of its values. */
  stratum?: { key: string; value: string }
  /** null where the paper prints no such figure. */
  printed: string | null
  recomputed: number
  /** Why the two differ, or what the recomputation had to go by. */
  note?: string
}

/** The rows of a paper that a scoring lays its own beside. */
export interface PublishedRows {
  /** The table of the paper. */
  source: string
  /** Targets of the whole published file. */
  targets: number
  figures: readonly PublishedFigure[]
}

/** One way to score a task's predictions, with its figures; the first figure orders the leaderboard. */
export interface Scoring {
  key: string
  title: string
  /** What is counted and by which rule, with its source. */
  description: string
  unitOfAnalysis: string
  /**
   * Left out: what gold says and what the system says. `distributions`: how many annotators gave each category of the task's measure, of units
   * with two ratings or more, and the system's probabilities; both are lists of numbers, and every target of the kind counts.
   */
  compares?: 'distributions'
  /** `item`: all of an item's targets are folded into one first, by `fold`. */
  level: 'unit' | 'item'
  fold?(parts: readonly Scored[]): Scored | null
  /** Is a target with this gold scored at all? What a system leaves out of these is missing. Left out: all but null. */
  counts?(gold: Json): boolean
  /** The label that gold counts as, where several of its values are one; what gold says most often is said of these. */
  classOf?(gold: Json): Json
  /** How many sums there are. */
  sums: number
  /**
   * What one prediction adds, of fixed length `sums`; null where it does not count. `prepared`: what `prepare` made.
   * An abstention is a prediction of null: each task says in `description` what it counts as.
   */
  score(scored: Scored, prepared: Json): readonly number[] | null
  /**
   * The classes that gold or predictions have in these sums, as places among the rows of `confusion`, or in `classTexts`; of scorings with macro averages,
   * whose classes are fixed before anything is resampled (docs/agreement.md).
   */
  classesIn?(sums: ArrayLike<number>): readonly number[]
  /** The words for these classes, where there is no `confusion`. */
  classTexts?: readonly string[]
  /** Was it right? For McNemar's test and lists of errors; left out where that is no yes or no, null where it does not count. */
  isRight?(scored: Scored): boolean | null
  /** The table of gold (rows) against predictions (columns): which of `sums` its cells are, row by row. */
  confusion?: { rows: readonly string[]; columns: readonly string[]; cells: readonly (readonly number[])[] }
  figures: readonly [EvaluationFigure, ...EvaluationFigure[]]
  baselines?: readonly Baseline[]
  /** The two texts whose likeness in meaning is asked for where a model of embeddings is at hand: gold's and the system's. */
  similar?(scored: Scored): readonly [string, string] | null
  /** The key of strata between whose values the orders of systems are compared. */
  ranksBetween?: string
  /** A value that figures are held against, with its words: chance. */
  line?: { value: number; text: string }
  /** What the paper prints of the same figures on its own data; left out where it prints none that can be recomputed. */
  published?: PublishedRows
}

/** A field of a line of predictions. */
export interface TaskField {
  name: string
  required: boolean
  text: string
  /** May the line say null, because the system abstained? Never of a held-out split, where every unit needs an answer. */
  mayAbstain?: true
}

/** What evaluation is possible on a protocol's gold. */
export interface EvaluationTask {
  /** Unique in the protocol. */
  key: string
  title: string
  summary: string
  source: { paper: string; section: string }
  /** The stage whose gold it needs; null: the predictions bring everything along, as items of their own. */
  stage: string | null
  /** The fields of a line of predictions, in words, for the page and the documentation. */
  fields: readonly TaskField[]
  /** Two or three lines as an example, valid JSON each. */
  example: readonly string[]
  /** `values`: what their values are called, where that is not how they are written. */
  strata: readonly { key: string; title: string; values?: Readonly<Record<string, string>> }[]
  /**
   * The measure of its stage by which annotators rated what systems are scored on; results are broken down by how far they agreed.
   * Left out where no measure does.
   */
  measure?: string
  /** What of an item systems are scored on; none where gold has no say. */
  targets(gold: GoldRecord): readonly Target[]
  /**
   * What predictions are made for where the labels of an item are held out: the same units and texts whatever the answers of the stage are,
   * with null as gold where these say nothing, which nobody gets right. Left out: the units, or their texts, follow from the answers, or
   * the right answer follows from what is shown, so that nothing can be held out.
   */
  heldOutTargets?(gold: GoldRecord): readonly Target[]
  /** How many parts an item has, whether gold labels them or not; of tasks whose lines may go through them in order. */
  parts?(gold: GoldRecord): number
  /** Predictions that gold itself carries, such as the methods that people preferred. */
  carried?(gold: GoldRecord): readonly Omit<Prediction, 'item'>[]
  /** Does a line look like this task's? */
  recognises(record: Json): boolean
  /** One line: one system's word on one target, or several. */
  read(record: Json): PredictionReading
  /** What a run of pre-fill proposed, as predictions of the system of that name; left out where no step does this. */
  fromProposals?(
    units: readonly UnitDraft[],
    proposals: readonly Proposal[],
  ): readonly Pick<Prediction, 'unit' | 'value'>[]
  /** The steps of its stage whose proposals those are. */
  fromSteps?: readonly string[]
  /** The question that all of them are for: a run that proposed nothing for it is no system, and one that did is, whatever its steps were called. */
  fromQuestion?: string
  /** Settings, with defaults: how many claims are expected, what an unknown counts as. */
  parameters: z.ZodObject
  /** What has to be known of all predictions of all systems before the first is scored, such as a median; in one pass. */
  prepare?: {
    start(parameters: Readonly<Record<string, unknown>>): PreparedFold
    /** What a reader has to know of what was found. */
    notes?(prepared: Json): readonly string[]
  }
  scorings(parameters: Readonly<Record<string, unknown>>): readonly [Scoring, ...Scoring[]]
}

/** Collects over all scored predictions; `finish` gives what `score` and the report are told. */
export interface PreparedFold {
  add(scored: Scored, system: string): void
  finish(): Json
}
