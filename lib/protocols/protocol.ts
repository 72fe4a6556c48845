/**
 * A protocol is a value: the recipe of a paper, pure, with no React and no database. The rest of the product knows no
 * protocol by name; it asks these questions of whichever one a project uses. tests in conformance.ts run on every entry.
 */
import type { z } from 'zod'

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

/** One allowed value of a choice. */
export interface Option {
  value: string | boolean
  text: string
  /** The key that chooses it, unique among the options that can be on screen together. */
  key: string
  tone: Tone
  /** One or two sentences, one key away while deciding. */
  definition: string
}

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

/** What a suggestion for a list proposes: new entries by the place they take, each with values to its questions. */
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

export interface Question {
  key: string
  /** The kind of unit it is asked about. */
  unit: string
  /** Short name, as in a table heading. */
  title: string
  /** The question as put to the annotator. */
  prompt: string
  /** `list`: units that the answer brings into being. `references`: keys of other units. `span`: a stretch of the parent. */
  form: 'choice' | 'text' | 'links' | 'list' | 'references' | 'span'
  options?: readonly Option[]
  /** Of a list: the kind of its entries, and which of their questions is their text (and what they are aligned by). */
  list?: { kind: string; text: string }
  /** What stands while nothing was written; a question that has this is never required. */
  initial?(subject: Subject, answers: Answers, unit: UnitDraft): Json
  /** Checks one value (never null). */
  schema: z.ZodType<Json>
  /** Is it asked, given the answers so far? An unasked question's old answer is kept but does not count. */
  asked(subject: Subject, answers: Answers, unit: UnitDraft): boolean
  /** Must it be answered, when asked, before submitting? */
  required: boolean
  /**
   * How annotators' values become one. `decide`: a difference is a disagreement. `wording`: texts that say it in
   * different words; one must be chosen, but it counts as no disagreement. `union`: merged without asking. Entries of
   * lists are aligned first (lib/protocols/align-lanes.ts).
   */
  consolidate: 'decide' | 'wording' | 'union'
}

/** Something that keeps an annotation from being submitted (or, as a warning, deserves a look). */
export interface Finding {
  unit: string
  question: string
  message: string
}

/** One figure of agreement: which label each annotator gave to each unit, derived from their answers. */
export interface Measure {
  key: string
  title: string
  /** What is counted: "segment", "response". */
  unitOfAnalysis: string
  /** The kind of unit it is read from; "item" for whole-response measures. */
  unit: string
  level: 'nominal' | 'ordinal' | 'interval'
  /** The declared, ordered universe with the words shown for each value. */
  categories: readonly { value: string; text: string; tone: Tone }[]
  /**
   * The rating this annotator gave, or null when the question did not arise for them. It sees the answers to choices
   * only, units without their texts, and of the content what the stage's `measuredContent` names.
   */
  rating(subject: Subject, answers: Answers, unit: UnitDraft): string | null
}

export interface Stage {
  key: string
  title: string
  /** Default settings of a project's stage. */
  raters: number
  consolidation: 'discussion' | 'reviewer' | 'majority' | 'votes'
  /** In a discussion: does a third rater take part in every one, or only where the partners cannot agree? */
  thirdRater: 'always' | 'deadlock'
  /** After consolidation: does a second reviewer approve every item, or is it gold at once? */
  approval: 'second-reviewer' | 'automatic'
  /**
   * Kinds of unit, in display order, with the word for one of each. `partsFirst`: one works through the parts of such a
   * unit before the unit itself, whose answers follow from theirs.
   */
  unitKinds: readonly { kind: string; text: string; partsFirst?: boolean }[]
  questions: readonly Question[]
  measures: readonly Measure[]
  /**
   * The top-level fields of the content that measures, and `asked` of choices, look at; long texts are not read just to
   * be counted.
   */
  measuredContent: readonly string[]
  /**
   * The units of a fresh task, parts behind their wholes. `segments`: texts given by the record or the splitter, where
   * there are any. `earlier`: the gold of the stages before, which the units of a later stage come from.
   */
  units(content: Json, segments: readonly string[], earlier: EarlierGold): UnitDraft[]
  /** The text that the splitter cuts into segments where the record brings none; null where nothing is cut. */
  segmentedText(content: Json): string | null
  /** Can units of this kind be split and merged by hand while the task is prepared? */
  resegments: string | null
  /** Checks beyond "asked and required is answered". */
  check?(subject: Subject, answers: Answers): Finding[]
  /** Derived labels of the whole item (claim -> sentence -> response), from consolidated answers. */
  rollUp(subject: Subject, answers: Answers): { [key: string]: Json }
}

/** The gold of earlier stages, by stage key. `units`: the task's own; those that lists make follow from the answers. */
export type EarlierGold = Readonly<Record<string, { units: readonly UnitDraft[]; answers: Answers }>>

/** What one imported record becomes. */
export interface ReadRecord {
  content: Json
  externalId: string | null
  title: string
  domain: string | null
  source: string | null
  /** Segment texts given by the record; null when the splitter must make them. */
  segments: string[] | null
  /** Labels that came with the record, for the first stage or the first few; null when it has none. */
  answers: StageAnswers | null
  /** What a machine proposed, of the first stage; stays a suggestion whatever becomes of the labels. */
  suggestions?: readonly { unit: string; question: string; value: Json }[]
  warnings: RecordProblem[]
}

/** Something wrong with one field of a record, and what to do about it. */
export interface RecordProblem {
  /** As in the record: `labels[3]`, `response`. */
  field: string
  message: string
  /** What the person with the file can do. */
  fix: string
}

export type ReadResult = { ok: true; record: ReadRecord } | { ok: false; problems: RecordProblem[] }

/** Everything a gold record is written from. */
export interface GoldRecord {
  /** The imported record, parsed; fields that did not change keep its shape. */
  source: Json
  content: Json
  /** By stage key; the stages that are gold, from the first on. */
  stages: EarlierGold
}

/** One published file format: how its records are read and, where it carries gold, written. */
export interface RecordFormat {
  key: string
  title: string
  description: string
  /** Does a parsed record look like this format? Asked in order; the first yes wins. */
  recognises(record: Json): boolean
  read(record: Json): ReadResult
  /** null for formats that cannot carry gold. */
  write: ((gold: GoldRecord) => Json) | null
  /** The stage whose gold `write` needs; the last when left out. */
  stage?: string
}

/** A file that is written from gold and never read: several records an item, or none. */
export interface ExportFormat {
  key: string
  title: string
  description: string
  /** The stage whose gold it needs. */
  stage: string
  write(gold: GoldRecord): Json[]
}

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
 * item's label; where the protocol has an `itemLabel`, lib/checks finds these by itself and leaves the linter's out.
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

/** A reason to discard an item; discarding is a result, not a deletion. */
export interface DiscardReason {
  value: string
  text: string
}

export interface Protocol {
  id: string
  version: number
  title: string
  /** What one makes with it, in a sentence. */
  summary: string
  source: { paper: string; section: string }
  content: z.ZodType<Json>
  /** The words for the domains that its records name by abbreviations. */
  domains: Readonly<Record<string, string>>
  composition?: Composition
  /** The rules of which a project chooses one, the default first; a roll-up holds the item's label under each, by key. */
  rollUps: readonly RollUpRule[]
  itemLabel?: ItemLabel
  linter?: Linter
  /** What the reader sees: the parts of the content, in order, each with a heading. */
  present(content: Json): { title: string; text: string }[]
  stages: readonly [Stage, ...Stage[]]
  formats: readonly [RecordFormat, ...RecordFormat[]]
  exports: readonly ExportFormat[]
  discardReasons: readonly DiscardReason[]
  /** The guidelines a new project starts with, in Markdown. */
  guidelines: string
}
