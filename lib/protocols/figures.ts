/** What is said of gold as a whole: its figures, the labels of items, and its inconsistencies. */
import type { Json, Tone } from './answers'
import type { GoldRecord } from './records'

/** One item with gold as the composition of a dataset counts it. */
export interface GoldSummary {
  /** The item's position in its project. */
  position: number
  /** The fields of the content that `Composition.content` names. */
  content: Json
  /** What was derived, by stage key; stages without gold are missing. */
  stages: Readonly<Record<string, { [key: string]: Json }>>
  /** Lists for which a machine proposed entries, beside what became gold; none where left out. */
  suggested?: readonly SuggestedList[]
}

/** What a machine proposed for a list, and what became gold in its place; entries as their texts, in order. */
export interface SuggestedList {
  stage: string
  unit: string
  question: string
  proposed: readonly string[]
  gold: readonly string[]
  /** Did somebody annotate with the proposal before them? No for gold that was imported. */
  shown: boolean
}

/** One of several rules by which a whole item's label follows from its parts'; every figure says which it used. */
export interface RollUpRule {
  key: string
  title: string
  /** The rule in a sentence or two, with its source. */
  description: string
}

/** The label of a whole item: what it can be, and where it stands. */
export interface ItemLabel {
  /** The stage whose roll-up holds it. */
  stage: string
  values: readonly { value: Json; text: string; tone: Tone }[]
  /** The label by the key of each rule, as that stage's roll-up holds it; a rule without a label is missing. */
  byRule(rollUp: { [key: string]: Json }): Readonly<Record<string, Json>>
  /** The label that an imported record itself states; undefined where it states none. */
  stored?(source: Json): Json | undefined
}

/**
 * What the table of gold has one of a row, where that is not the first measure of the stage that the item's label comes from.
 * `type`, `reason`: the questions of the same unit that tell of which kind a label is, and why it was given.
 */
export interface GoldLabel {
  stage: string
  measure: string
  type?: string
  reason?: string
}

/** An inconsistency of gold, at its place. */
export interface LintFinding {
  /** What is wrong, as a key of `Protocol.lint.kinds`. */
  kind: string
  stage: string
  unit: string
  question: string | null
  /** The sentence shown beside it: what was found. */
  message: string
}

/**
 * Finds inconsistencies in gold, its own and what an imported record says of itself. A `contradiction` is one of the
 * item's label; where the protocol has an `itemLabel`, lib/gold/checks finds these by itself and leaves the linter's out.
 */
export interface Linter {
  kinds: readonly { key: string; title: string; description: string; severity: 'contradiction' | 'warning' }[]
  check(gold: GoldRecord): LintFinding[]
}

/** A figure with the positions of the items behind it. A share says what it is a part of. */
export interface CompositionCell {
  value: number | null
  part?: number
  whole?: number
  items: readonly number[]
}

/** A table of figures, some of its columns drawn as bars. */
export interface CompositionPanel {
  key: string
  title: string
  /** What is counted, and which published table or figure it can be laid beside. */
  note: string
  /** The key of the rule of roll-up that its figures depend on; left out where they depend on none. */
  rule?: string
  rowTitle: string
  /** `digits`: decimals of a mean, 1 when left out. */
  columns: readonly { title: string; form: 'count' | 'share' | 'mean'; tone: Tone; digits?: number }[]
  /** Columns to draw: one by itself, or several counts as parts of a whole. */
  bars: readonly number[]
  /** What the paper prints of its own data, by the key of a row and the title of a column; left out where it prints nothing. */
  printed?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** `domain`: the row holds the items of this domain, so a list of items can be filtered by it. */
  rows: readonly { key: string; title: string; domain: string | null; cells: readonly CompositionCell[] }[]
}

/** What a dataset consists of, in the tables and figures in which the protocol's paper describes its own. */
export interface Composition {
  /** The top-level fields of the content that the panels read. */
  content: readonly string[]
  /** `rule`: the key of the rule by which items' labels are counted; the protocol's default when left out. */
  panels(golds: readonly GoldSummary[], rule?: string): CompositionPanel[]
}
