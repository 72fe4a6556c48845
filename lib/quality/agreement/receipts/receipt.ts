/** What a receipt says: everything that figures are computed from, so that anybody can compute them again. Pure types. */
import type { SliceKind } from '@/lib/workspace/items/contract'
import type { RECEIPT_VERSION } from './contract'

/** Why a row enters the figures or not. `single rating`: only the shares of the values and AC1, whose chance they make. */
export type Use =
  | 'used'
  | 'single rating'
  | 'not rated by both'
  | 'not in slice'
  | 'discarded'
  | 'not independent'
  | 'no independent annotation'

/** A figure as it is shown, in full precision. */
export interface FigureLine {
  key: string
  /** The function of the script that computes it, and what of: a category's index, a cell, weights of sums. */
  formula: string
  of?: number | readonly number[] | Ratio
  /** Has it a smallest number of units? */
  estimate: boolean
  value: number | null
  reason: string | null
  words: string | null
  interval: {
    low: number
    high: number
    undefinedResamples: number /** responses in each resample */
    drawn: number
  } | null
}

/** A figure of a comparison: the weighted sums over each other. Without `under` it is the sum itself. */
export interface Ratio {
  over: readonly number[]
  under?: readonly number[]
}

export interface Selection {
  by: SliceKind | null
  /** null with `by`: units without a value, or whose ratings differ in it. */
  slice: string | null
  /** Keys of the two raters that the figures are of. */
  pair: readonly [string, string] | null
}

export interface ReceiptRater {
  key: string
  kind: 'annotator' | 'gold' | 'model'
  /** Annotators by alias, always. */
  name: string
}

/** Everything but the rows. */
export interface ReceiptHead {
  format: typeof RECEIPT_VERSION
  software: { name: string; version: string }
  project: { id: string; name: string; protocol: string }
  stage: { key: string; title: string }
  /** A `measure` gives each unit categories; a `comparison` gives sums to each unit and pair of annotators. */
  kind: 'measure' | 'comparison'
  key: string
  title: string
  unitOfAnalysis: string
  level: 'nominal' | 'ordinal' | 'interval' | null
  categories: readonly { value: string; text: string }[]
  distances: readonly (readonly number[])[] | null
  /** The data that the figures are made from. */
  version: string
  selection: Selection
  options: { resamples: number; seed: number; confidence: number; minUnits: number }
  /** How the figures are made, in sentences. */
  rules: Readonly<Record<string, string>>
  /** What the formulas are and where they come from, by their keys. */
  formulas: Readonly<Record<string, { title: string; formula: string; citation: string }>>
  /** What the columns hold, in sentences. */
  legend: Readonly<Record<string, string>>
  raters: readonly ReceiptRater[]
  figures: readonly FigureLine[]
  /** Responses in each resample of all figures but AC1; null without intervals. */
  drawn: number | null
  columns: readonly string[]
}

export type Cell = string | number | null
