/** A protocol file that was checked: everything resolved, conditions as trees, keys assigned. Plain JSON; never edited. */
import type { Json, Tone } from '@/lib/protocols/answers'
import type { JoinedFile } from '@/lib/protocols/records'
import type { OffsetUnit } from '@/lib/text/offset-units'
import type { Tree } from './expressions/tree'
import type { ContentForm, FileTest, Form, OptionValue, Words } from './vocabulary'

/** The kind of unit that stands for the whole item, and its key. */
export const ITEM = 'item'

/** Keys and places in lists, as of a JSON pointer; `*`: the only key of an object. */
export type Pointer = readonly string[]

export interface OptionDefinition {
  value: OptionValue
  text: Words
  says: Words
  key: string
  tone: Tone
  /** Of a scale: it lies off its order. */
  outside: boolean
  /** Of a set: it is chosen alone. */
  exclusive?: true
}

export interface Picks {
  of: string
  most: number
  keys: readonly string[]
  names: readonly (string | number)[] | null
}

/** Where the answers to a question stand in a record. */
export type GoldPlace = {
  /** From the record; `entry`: from the entry of the unit; `list`: from the record, a list with a place for each unit. */
  from: 'record' | 'entry' | 'list'
  pointer: Pointer
  /** How answers are written, where that is not as they are. */
  values: readonly { answer: OptionValue; written: Json }[]
  separator: string | null
  /** Of a set: the exclusive value that is written as an empty list, or as "" where there is a separator. */
  empty?: OptionValue
  /** Of spans: the names, or places, of what stands in an entry. */
  entry?: SpanEntry
  /** Of a list: its entries are texts. */
  texts?: true
  /** Of a list: where a list stands that a machine made; `from` as of the answers. */
  proposed?: Pointer
}

/** Where every annotator's own answer to a question stands in a record. */
export interface VotePlace {
  /** Of `at`: from the record, or from the entry of the unit. */
  from: 'record' | 'entry'
  /**
   * `object`: by the annotator's name. `values`: a list without names. `entries`: a list of objects with the field `voter`, the answer at
   * `value`, and of a pick in the field `shown` the order in which the units were seen. `places`: a place for each annotator, by name.
   */
  at:
    | { are: 'object'; pointer: Pointer }
    | { are: 'values'; pointer: Pointer }
    | { are: 'entries'; pointer: Pointer; voter: string; value: Pointer; shown?: string }
    | { are: 'places'; places: readonly { voter: string; pointer: Pointer }[] }
  /** How an answer is written there. */
  written: Pick<GoldPlace, 'values' | 'separator' | 'empty' | 'entry'>
  /** Is what they come to written under `gold`, since the file says where? */
  counted: boolean
  /** How the marks of an annotator are cleaned before they count. Left out: they stand as they were made. */
  clean?: 'mu-shroom'
}

/** How an entry of a list of spans is written. */
export type SpanEntry = {
  start: string | number
  end: string | number
  /** The marked words; null: they are not written. */
  quote: string | number | null
  /** null: spans have no label. */
  label: string | number | null
}

export interface QuestionDefinition {
  id: string
  /** The kind of unit it is asked about. */
  on: string
  ask: Words
  title: Words
  /** The heading of the section of the guidelines that is about it. Left out: found by words. */
  section?: Words
  form: Form
  options: readonly OptionDefinition[]
  /** Of spans: the content that they are marked in. */
  marks?: { in: string; overlapping: boolean }
  /**
   * Of a list: the kind of its entries, the question about them that is their text, and how alike texts are that stand for one entry
   * (left out: as of claims). Where that question is of the form span, entries are stretches of a text: marks.
   */
  list?: { of: string; text: string; alike?: number; evidence?: { url: string; query: string } }
  /** Of a text: it takes the queries of searches that found nothing; it is the address of a page. */
  takes?: 'queries' | 'address'
  /**
   * Of a pick: the kind of unit that is picked from, how many of them an item has at most, and a key for each by its place. `names`: what answers
   * call them in records, in the order of these; null: each record has its own.
   */
  picks?: Picks
  /** Of a scale or a number its ends; of a set how many values, of spans, lists and picks how many of them, at least and at most. */
  min: number | null
  max: number | null
  step: number | null
  pattern: string | null
  longest: number
  when: Tree | null
  required: boolean
  /** `majority`: of a set each value, of spans each character by itself. `median`: of numbers and points of a scale the middle one. */
  settle: 'decide' | 'wording' | 'union' | 'majority' | 'median' | 'aside'
  /** Left out: a reviewer decides ties, and nothing stands where votes are counted. */
  tie?: OptionValue | null
  gold: GoldPlace
  /** Under the policy votes. */
  votes?: VotePlace
}

export interface UnitDefinition {
  id: string
  title: Words
  /**
   * `splitter`: cut from this content; `given`: the list of texts in which a record may bring them. `listedFor`: annotators list them, for
   * units of this kind. `places`: each has a field of its own in the record. Else entries of the list at the pointer, from the record or a
   * parent's entry.
   */
  from: { splitter: string; given?: Pointer } | { listedFor: string } | PlacedFrom | GivenFrom
  shuffled: boolean
  /** What names of its units begin with, before their number. Left out: the id and a hyphen. */
  prefix?: string
}

/** `name`: where in an entry the name stands by which answers name it; `max`: how many entries there are at most. */
export type GivenFrom = {
  each: Pointer
  of: string | null
  text: Pointer
  label: Pointer | null
  name?: Pointer
  max?: number
}

export type PlacedFrom = { places: readonly { name: string; at: Pointer }[] }

/** Where in a record units stand that are no parts of others and that it gives: their list, or the place of each. */
export function unitStarts({ from }: Pick<UnitDefinition, 'from'>): Pointer[] {
  if ('places' in from) return from.places.map(({ at }) => at)
  return 'each' in from && from.of === null ? [from.each] : []
}

/** Does the stage show units of this kind? */
export const showsKind = ({ units }: Pick<StageDefinition, 'units'>, kind: string): boolean =>
  kind === ITEM || units === undefined || units.some(({ of }) => of === kind)

/** The question whose entries are the units of this kind. */
export function listOfKind({ stages }: Pick<Definition, 'stages'>, kind: string): ListDefinition | undefined {
  return stages
    .flatMap(({ questions }) => questions)
    .find((question): question is ListDefinition => question.list?.of === kind)
}

type Marked = QuestionDefinition & { marks: NonNullable<QuestionDefinition['marks']> }

/** Of a list of marks, the question that says where an entry is; undefined of other lists. */
export function placeQuestionOf(
  { list }: Pick<QuestionDefinition, 'list'>,
  stageQuestions: readonly QuestionDefinition[],
): Marked | undefined {
  return stageQuestions.find(
    (question): question is Marked =>
      list !== undefined && question.marks !== undefined && question.on === list.of && question.id === list.text,
  )
}

/** Does the question say where a mark is? */
export const isPlaceQuestion = (
  definition: Pick<Definition, 'stages'>,
  { id, on, marks }: QuestionDefinition,
): boolean => marks !== undefined && listOfKind(definition, on)?.list.text === id

/** By which choice the marks of a list are told apart in the text: the first about them, asked of each of them and always answered. */
export const labelQuestionOf = (
  { list }: Pick<QuestionDefinition, 'list'>,
  stageQuestions: readonly QuestionDefinition[],
): QuestionDefinition | undefined =>
  stageQuestions.find(
    ({ on, form, when, required }) => on === list?.of && form === 'choice' && when === null && required,
  )

export type ListDefinition = QuestionDefinition & { list: NonNullable<QuestionDefinition['list']> }

export const isList = (question: QuestionDefinition): question is ListDefinition => question.list !== undefined

export interface RollUpDefinition {
  name: string
  is: Tree
}

export interface CheckDefinition {
  on: string
  /** The question that its finding is shown at. */
  question: string
  when: Tree
  error: Words | null
  warn: Words | null
}

/** Values that count as one, all as texts. */
export interface ClassDefinition {
  value: string
  title: Words
  tone: Tone
  of: readonly string[]
}

export interface MeasureDefinition {
  of: string
  /** Left out: what it is of. */
  id?: string
  /** Of a question: which values count as one. Left out: each by itself. */
  classes?: readonly ClassDefinition[]
  title: Words
  level: 'nominal' | 'ordinal' | 'interval'
  /** Of a roll-up: the words for true and false, in their order. Left out: Yes and No. */
  values?: readonly { value: boolean; text: Words; tone: Tone }[]
  /** The word for what is counted. Left out: that of the unit it is about. */
  unit?: Words
}

/** Of how many items something holds, with a row for each domain. */
export interface TableDefinition {
  id: string
  title: Words
  says: Words
  stage: string
  items: Words
  /** The content that holds the domain; null: one row for all. */
  by: string | null
  /** None of a table of answers. */
  shares: readonly { of: string; is: boolean; title: Words; tone: Tone }[]
  /** The question whose answers are counted, by class. Left out of tables of shares. */
  answers?: { of: string; classes: readonly ClassDefinition[] }
}

/** What a measure is called by figures and ratings. */
export const measureKey = ({ of, id = of }: Pick<MeasureDefinition, 'of' | 'id'>): string => id

export interface StageDefinition {
  id: string
  title: Words
  raters: number
  coverage: number
  policy: 'discussion' | 'reviewer' | 'majority' | 'votes'
  approve: boolean
  third: 'always' | 'deadlock'
  guidelinesFirst: boolean
  /** The kinds of unit that it shows besides the item; `when`: only those of which this is true, by what was settled before. Left out: all. */
  units?: readonly { of: string; when: Tree | null }[]
  /** Questions of earlier stages whose settled answers are shown. Left out: none; units carry all of them, for conditions to look at. */
  earlier?: readonly string[]
  questions: readonly QuestionDefinition[]
  rollUps: readonly RollUpDefinition[]
  checks: readonly CheckDefinition[]
  measures: readonly MeasureDefinition[]
}

export interface LabelDefinition {
  stage: string
  values: readonly { value: OptionValue; text: Words; tone: Tone }[]
  rules: readonly { key: string; title: Words; says: Words; is: Tree }[]
  at: Pointer | null
}

/** A text of the content that is shown, or a value laid out as text. */
export interface ShownDefinition {
  title: Words
  content: string
  as: 'text' | 'list' | 'table'
}

/** What a version says about answers given under an earlier one. Questions are named as in the file: `label.verdict`, or `verdict`. */
export interface MigrationDefinition {
  /** The earlier version. */
  from: number
  /** Questions that have another id (`to`), and values that have another name. */
  rename: readonly {
    question: string
    to: string | null
    values: readonly (readonly [from: string, to: OptionValue])[]
  }[]
  ask: readonly string[]
  /** What is kept and no longer counts: all answers to a question, or those of some values. */
  drop: readonly { question: string; values: readonly OptionValue[] | null }[]
  /** Choices that are sets now. Left out where there are none. */
  toSet?: readonly string[]
}

/** A record to practise with, and why its labels are right. */
export interface PracticeDefinition {
  key: string
  record: Json
  /** What is expected besides the labels of the record. Left out where those are all. */
  answers?: readonly { unit: string; question: string; value: Json }[]
  why: readonly { unit: string; question: string; text: Words }[]
}

/** What a prompt of a file says in place of that of the step; what is left out stands as there. */
export interface PromptDefinition {
  system?: string
  user?: string
}

/** What rules of the kit can say (lib/protocols/rules). */
export type RulesOfKit = 'sentence-claims' | 'check-worthiness' | 'stance' | 'whole-text'

/** A step of pre-fill. */
export interface PrefillStepDefinition {
  id: string
  /** Left out: what such steps are called. */
  title?: Words
  /** What it does, for managers. Left out: what such steps do. */
  says?: Words
  stage: string
  /**
   * `judge`: chooses answers. `list`: proposes entries of a list. `mark`: proposes spans. `marks`: proposes entries of a list that are stretches of a
   * text. `evidence`: proposes quotations that searches lead to. `links`: proposes pages that searches find. `cut`: cuts the text that the splitter cuts.
   */
  does: 'judge' | 'list' | 'mark' | 'marks' | 'evidence' | 'links' | 'cut'
  /** Of a judge those that it answers; else the list, or the question whose spans or links it proposes; none of what cuts. */
  questions: readonly string[]
  /** Of entries: the questions about them that are answered along with them. Left out: all that can be (`isAnsweredAlong`). */
  answers?: readonly string[]
  /** Of a list: its entries are quotations from this content. */
  quoted?: string
  /** Of a judge: all questions are put to a model in one call, and answered with one reason. Left out: one after the other. */
  together?: true
  /**
   * How it can be done without a model: `values` are the answers by what the rules say; `claim` is the content that a stance is about, `text` the
   * content that is looked at (left out: the unit's text), `question` which of several they answer.
   */
  rules?: {
    kit: RulesOfKit
    values: readonly { said: string; answer: OptionValue }[]
    claim?: string
    text?: string
    question?: string
  }
  /** Of links: the content that is searched for. Left out: the text of the unit. */
  text?: string
  /** Of a judge: how many answers a majority is taken of. Left out: 1. */
  samples?: number
  /** How much answers may differ. Left out: 0, and with several samples 0.9. */
  temperature?: number
  /** What its own prompt is called. Left out: as the step. */
  promptName?: string
  /** The prompt of its own; of evidence there are two. */
  prompt?: PromptDefinition
  queries?: PromptDefinition
  quotes?: PromptDefinition
}

/** What systems are scored on. */
export interface EvaluationDefinition {
  id: string
  /** A question, a roll-up of the item, or the label of the item. */
  of: string
  /** Left out: as the question or roll-up. */
  title?: Words
  says?: Words
  /** Which values count as one. Left out: each value is a class. */
  classes?: readonly Omit<ClassDefinition, 'tone'>[]
  /** The class whose precision, recall and F1 come first. */
  find?: string
  /** Further names of the field that holds the answer. */
  fields?: readonly string[]
  /** How systems write values or classes. */
  values?: readonly { written: string; answer: string }[]
  /** What a missing answer counts as. Left out: wrong. */
  abstentions?: 'out' | { as: string }
}

/** Content that annotators may see. */
export interface ContentDefinition {
  name: string
  at: Pointer
  optional: boolean
  /** Left out: any value. */
  form?: ContentForm
}

export interface Definition {
  id: string
  version: number
  language: string
  title: Words
  summary: Words
  source: { paper: string; section: string }
  /** The word for one item. Left out: item. */
  item?: Words
  record: {
    id: Pointer | null
    title: Pointer | null
    domain: Pointer | null
    source: Pointer | null
    content: readonly ContentDefinition[]
    hidden: readonly { name: string; at: Pointer }[]
    /** The content that says which item it is. Left out: all of it. */
    identity?: readonly string[]
    csv: boolean
    /** Second files whose records belong to records of the first. Left out where there are none. */
    join?: readonly JoinedFile[]
    /** Where the items stand in a JSON document. Left out where a file has one after the other. */
    each?: { at: Pointer; keys: readonly string[]; skip: readonly string[] }
    /** Which rows of a file are one item, and the list of them in its record. Left out where each is one. */
    group?: { by: readonly Pointer[]; as: string }
    /** How offsets of spans are counted. Left out where nothing is marked. */
    offsets?: { unit: OffsetUnit; end: 'exclusive' | 'inclusive' }
  }
  domains: Readonly<Record<string, Words>>
  show: readonly ShownDefinition[]
  units: readonly UnitDefinition[]
  stages: readonly StageDefinition[]
  label: LabelDefinition | null
  /** Left out: how often each answer was given. */
  tables?: readonly TableDefinition[]
  discard: readonly { value: string; says: Words }[]
  guidelines: Words
  /** Left out where the file says nothing about earlier versions. */
  migrate?: readonly MigrationDefinition[]
  /** Left out where the file has nothing to practise with. */
  practice?: readonly PracticeDefinition[]
  /** What machines do before people begin. Left out: every step that the questions allow. */
  prefill?: readonly PrefillStepDefinition[]
  /** What systems are scored on. Left out: each question by its form, and the label of the item. */
  evaluate?: readonly EvaluationDefinition[]
  tests: readonly FileTest[]
}

/** What the label of an item is called among what systems are scored on. */
export const ITEM_LABEL = 'itemLabel'

/** What one item is called. */
export const wordForItem = ({ item }: Pick<Definition, 'item'>): Words => item ?? ITEM

/** The words for a value that has a text or stands for itself. */
export const wordsOfValue = (value: OptionValue): string =>
  typeof value === 'boolean' ? (value ? 'Yes' : 'No') : String(value)

/** A text in a language: that of the reader where there is one, else the file's own. */
export function inLanguage(words: Words, language: string, otherwise: string): string {
  if (typeof words === 'string') return words
  return words[language] ?? words[otherwise] ?? Object.values(words)[0] ?? ''
}
