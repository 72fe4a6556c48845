/**
 * A protocol is a value: the recipe of a paper, pure, with no React and no database. The rest of the product knows no
 * protocol by name; it asks these questions of whichever one a project uses. tests in conformance.ts run on every entry.
 */
import type { z } from 'zod'
import type { Estimate } from '@/lib/stats/result'
import type { Answers, EarlierGold, Json, Subject, Tone, UnitDraft, Vote } from './answers'
import type { Composition, GoldLabel, ItemLabel, Linter, RollUpRule } from './figures'
import type { ExportFormat, GoldRecord, OwnColumns, RecordFormat, RecordProblem } from './records'

export type * from './answers'
export type * from './figures'
export type * from './records'

/** One allowed value of a choice, a set or a rank. */
export interface Option {
  value: string | boolean | number
  text: string
  /** The key that chooses it, unique among the options that can be on screen together. */
  key: string
  tone: Tone
  /** One or two sentences, one key away while deciding. */
  definition: string
  /** Of a set: it is chosen alone, such as “none of these”. */
  exclusive?: true
}

/** Of a list of stretches that are marked in a text: its question `text`, of the form `spans`, says where an entry is. */
export interface Marks {
  /** The name of the text that they are marked in, and that text as it is shown. */
  in: string
  textIn(content: Json): string
  overlapping: boolean
  /** The choice about an entry by whose options marks are told apart in the text; null where each has to be opened. */
  label: string | null
}

/** Of a list of quotations: which questions of an entry take where it stands and what was searched for. */
export interface EvidenceFields {
  url: string
  query: string
  /** The answer about the whole that goes with its first own quotation, where the list is asked for only then. */
  along?: { question: string; value: string | boolean }
}

export interface Question {
  key: string
  /** The kind of unit it is asked about. */
  unit: string
  /** Short name, as in a table heading. */
  title: string
  /** The question as put to the annotator. */
  prompt: string
  /** The heading, without its number, of the section of the protocol's guidelines that is about it. Left out: found by words. */
  section?: string
  /**
   * `choice`: one of the options. `set`: some of them, in the order of the options. `rank`: all of them, the first before the
   * others. `list`: units that the answer brings into being. `references`: keys of other units. `span`: a stretch of the parent.
   * `spans`: stretches of a text that is shown, labelled with the options where there are any (lib/protocols/marked-spans.ts).
   */
  form: 'choice' | 'set' | 'rank' | 'number' | 'text' | 'links' | 'list' | 'references' | 'span' | 'spans'
  options?: readonly Option[]
  /**
   * Of a number: the least, the most, and what it is a multiple of, counted from the least. Of a set: how many values it has at
   * least and at most, unless one that is chosen alone. Of spans, lists and picks: how many at least and at most. null: not bounded so.
   */
  range?: { min: number | null; max: number | null; step: number | null }
  /**
   * Of a list: the kind of its entries, and which of their questions is their text (and what they are aligned by, from the
   * similarity `alike` on, between 0 and 1; left out: that of claims). Questions about the entries, lists among them, stand behind it.
   * `evidence`: the text is a quotation, and what is quoted from a search at the task can become an entry. `marks`: an entry is a stretch
   * of a text, its own text the words there; entries are aligned by the share of characters that both have of those that either has.
   */
  list?: { kind: string; text: string; alike?: number; evidence?: EvidenceFields; marks?: Marks }
  /**
   * Of spans: the name of the text that they are marked in, that text as it is shown, and whether they may overlap. `labelLater`: they are marked
   * before they have a label.
   */
  spans?: { in: string; textIn(content: Json): string; overlapping: boolean; labelLater?: true }
  /**
   * Of references: the kind of unit that is picked from, and a key for each by its place as seen; options, such as a tie, are chosen instead.
   * Left out: references are to its own parts, and have no keys.
   */
  picks?: { kind: string; keys: readonly string[] }
  /** Of a text: it takes the queries of searches that found nothing, one a line. */
  takes?: 'queries'
  /**
   * What leaving it blank says once somebody else has answered it: an empty list, of lists that may be empty. Left out: nothing, so that who left
   * it blank has no say in it.
   */
  blank?: Json
  /** What stands while nothing was written; a question that has this is never required. */
  initial?(subject: Subject, answers: Answers, unit: UnitDraft): Json
  /** Checks one value (never null). */
  schema: z.ZodType<Json>
  /** What may be kept while it is being answered, where that is more than may be submitted: a set that still lacks values. */
  draft?: z.ZodType<Json>
  /** Is it asked, given the answers so far? An unasked question's old answer is kept but does not count. */
  asked(subject: Subject, answers: Answers, unit: UnitDraft): boolean
  /** Must it be answered, when asked, before submitting? */
  required: boolean
  /**
   * How annotators' values become one. `decide`: a difference is a disagreement. `wording`: texts that say it in
   * different words; one must be chosen, but it counts as no disagreement. `union`: merged without asking. `aside`: each
   * annotator's own words, which nobody has to settle; they stand only where all say the same. Entries of lists are aligned
   * first (lib/protocols/align-lanes.ts).
   */
  consolidate: 'decide' | 'wording' | 'union' | 'aside'
  /**
   * Under the policy `majority`: of a set each value stands by itself that more than half of those who were asked chose, of spans each
   * character that so many marked.
   */
  byValue?: true
  /**
   * Under the policy `majority`: the middle answer stands. `order`: of options those that lie on their scale, from the lowest; null of
   * numbers.
   */
  median?: { order: readonly Option['value'][] | null }
  /**
   * Under the policy `majority`: what stands where no value has more than half of those who were asked. null: nothing, and
   * nothing is missing. Left out: a reviewer decides.
   */
  tie?: Json
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
   * only, units without their texts, and of the content what the stage's `measuredContent` names. `shown`: the keys of
   * the shuffled units in the order in which this annotator saw them; null where none are shuffled or nobody knows.
   */
  rating(subject: Subject, answers: Answers, unit: UnitDraft, shown: readonly string[] | null): string | null
  /** Its categories are classes of the question's values. Left out: the values themselves. */
  ofClasses?: true
  /** The question that it looks at, where it is one: its pre-fill arm and the causes of its disagreements are the measure's. */
  question?: string
  /**
   * How far apart every two categories are, where that is neither all the same nor a matter of their order: symmetric, 0
   * on the diagonal. Weighted alpha stands beside the nominal one, with the table.
   */
  distances?: readonly (readonly number[])[]
  /**
   * Of whole sets: which values each category has, in the order of the categories. There are many of them, most of which nobody gives, so
   * what lists units by category lists those that were given.
   */
  sets?: readonly (readonly { value: string; text: string }[])[]
}

/** One figure of a comparison, from the sums over all pairs of answers. */
export interface ComparisonFigure {
  key: string
  title: string
  /** `coefficient`: at most 1, and 0 by chance. `count`: a plain number, such as entries without a partner. */
  form: 'share' | 'coefficient' | 'distance' | 'count'
  of(sums: ArrayLike<number>): Estimate
  /** The same as weights of the sums, for receipts: those of `over`, divided by those of `under` where there are any. */
  ratio?: { over: readonly number[]; under?: readonly number[] }
  /** The same for an alpha, as weights of what lib/stats/unitizing-alpha.ts is computed from. */
  alpha?: {
    values: readonly number[]
    agreeing: readonly number[]
    given: readonly (readonly number[])[]
    within: readonly (readonly number[])[]
  }
}

/**
 * Agreement of what has no categories: lists and texts. Two annotators' answers to a unit are compared and give sums that
 * can be added up over units and responses; figures are made of the totals, so that they can be resampled.
 */
export interface Comparison {
  key: string
  title: string
  /** What is compared: "sentence", "corrected claim". */
  unitOfAnalysis: string
  /** The kind of unit it is read from. */
  unit: string
  /** How many sums there are. */
  sums: number
  /**
   * null where the question did not arise for one of them. It sees all answers, with listed units laid side by side under
   * common keys. Symmetric in the two, but for the order of sums that say so. `pairs`: how many pairs of annotators are compared
   * at the unit, for what is bounded by steps that they share; left out: this one.
   */
  compare(subject: Subject, first: Answers, second: Answers, unit: UnitDraft, pairs?: number): readonly number[] | null
  figures: readonly ComparisonFigure[]
}

export interface Stage {
  key: string
  title: string
  /** Default settings of a project's stage. */
  raters: number
  /** Percent of the tasks that get so many; the rest get one. 100 when left out. */
  coverage?: number
  consolidation: 'discussion' | 'reviewer' | 'majority' | 'votes'
  /** In a discussion: does a third rater take part in every one, or only where the partners cannot agree? */
  thirdRater: 'always' | 'deadlock'
  /** After consolidation: does a second reviewer approve every item, or is it gold at once? */
  approval: 'second-reviewer' | 'automatic'
  /** By kind of unit: the choice by which a unit is known at a glance, where that is not the first. */
  knownBy?: Readonly<Record<string, string>>
  /**
   * Kinds of unit, in display order, with the word for one of each. `partsFirst`: one works through the parts of such a
   * unit before the unit itself, whose answers follow from theirs.
   */
  unitKinds: readonly { kind: string; text: string; partsFirst?: boolean }[]
  questions: readonly Question[]
  measures: readonly Measure[]
  comparisons?: readonly Comparison[]
  /**
   * The top-level fields of the content that measures, and `asked` of choices, look at; long texts are not read just to
   * be counted.
   */
  measuredContent: readonly string[]
  /** Kinds of listed units that measures, and `asked` of choices, look at, besides those that a measure is of. */
  measuredKinds?: readonly string[]
  /**
   * The units of a fresh task, parts behind their wholes. `segments`: texts given by the record or the splitter, where
   * there are any. `earlier`: the gold of the stages before, which the units of a later stage come from.
   */
  units(content: Json, segments: readonly string[], earlier: EarlierGold): UnitDraft[]
  /** Questions of stages before, whose settled answers are shown beside the units that they are about: their data carries them as `earlier`. */
  showsEarlier?: readonly string[]
  /**
   * The kind of unit that every annotator sees in an order of their own, drawn at random and kept with their answers. Its
   * units' keys and texts must not tell which is which.
   */
  shuffles?: string
  /** What records call units of these kinds, which annotators may not know; null where one has no name. Left out: none has. */
  names?: { kinds: readonly string[]; of(content: Json, unit: string): string | null }
  /** Must its annotators confirm that they have read the guidelines before their first task, unless the project says otherwise? */
  guidelinesFirst?: true
  /**
   * Of a stage of votes whose records have places for them: is this voter such a place, and no name? `most`: as many votes as every record holds;
   * null where there are as many places as votes.
   */
  votePlaces?: { most: number | null; has(voter: string): boolean }
  /** Of a stage of votes: what is counted of them; stands in the place of a roll-up. */
  tally?(subject: Subject, votes: readonly Vote[]): { [key: string]: Json }
  /** What of the content its annotators are given, where that is not all: nothing that would say what they are to find. */
  shows?(content: Json): Json
  /** What of that its pages draw, where the units hold the rest: long texts are not sent twice. */
  pageContent?(content: Json): Json
  /** The text that the splitter cuts into segments where the record brings none; null where nothing is cut. */
  segmentedText(content: Json): string | null
  /** Can units of this kind be split and merged by hand while the task is prepared? */
  resegments: string | null
  /** Checks beyond "asked and required is answered". */
  check?(subject: Subject, answers: Answers): Finding[]
  /** Derived labels of the whole item (claim -> sentence -> response), from consolidated answers. */
  rollUp(subject: Subject, answers: Answers): { [key: string]: Json }
}

/** A check of gold by others: some of its items become the items of a project of their own, under another protocol. */
export interface Audit {
  key: string
  title: string
  /** What is judged and by whom, with its source. */
  description: string
  /** The protocol that the sample is judged under. */
  protocol: string
  /** How many are sampled when nothing else is said. */
  sample: number
  /** The records that an item's gold brings, of the audit protocol's first format; none where there is nothing to judge. */
  records(
    gold: GoldRecord,
    item: { externalId: string | null; domain: string | null; source: string | null },
  ): readonly Json[]
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
  /**
   * The top-level fields of the content that say which item it is: what people read and judge, without its id, what is noted
   * about it, and what machines say of it. All fields where left out.
   */
  identifiedBy?: readonly string[]
  /** The words for the domains that its records name by abbreviations. */
  domains: Readonly<Record<string, string>>
  composition?: Composition
  /** The rules of which a project chooses one, the default first; a roll-up holds the item's label under each, by key. */
  rollUps: readonly RollUpRule[]
  itemLabel?: ItemLabel
  label?: GoldLabel
  linter?: Linter
  /** What the reader sees: the parts of the content, in order, each with a heading; `name`: what a question of spans calls it. */
  present(content: Json): ShownPart[]
  stages: readonly [Stage, ...Stage[]]
  formats: readonly [RecordFormat, ...RecordFormat[]]
  exports: readonly ExportFormat[]
  /** How files with other columns than those of its formats are read; none where their records are too intricate for that. */
  columns?: OwnColumns
  /** Why there are none, for those who have such a file. */
  withoutColumns?: Pick<RecordProblem, 'message' | 'fix'>
  /** A record of one of its formats, to be built upon by pre-fill, of a text; null where it can make nothing of that. */
  fromDocument?(document: { id: string; title: string; text: string }): Json | null
  discardReasons: readonly DiscardReason[]
  audits?: readonly Audit[]
  /** The guidelines a new project starts with, in Markdown. */
  guidelines: string
}

/** A text that is shown. */
export interface ShownPart {
  title: string
  text: string
  name?: string
}

/** What of a protocol the workbench needs; kept apart, in the protocol's `work.ts`, because browsers load it. */
export type ProtocolWork = Pick<Protocol, 'id' | 'domains' | 'present' | 'stages'>
