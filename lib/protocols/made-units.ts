/** Units that annotators bring into being: what the answers to questions of form `list` say there is. */
import { z } from 'zod'
import { pointsToMark, spansOf } from './marked-spans'
import type { Answers, Json, ListEntry, ListSeed, Question, Span, Stage, Subject, UnitDraft } from './protocol'

/** Most entries of a list. */
export const MOST_ENTRIES = 200
/** Lists stand in the entries of lists, so deep at most. */
export const DEEPEST_LIST = 3

/** The shape of a list's answer; keys are told apart. */
const entriesSchema = z
  .array(
    z.strictObject({
      key: z.string().min(1).max(100),
      made: z.enum(['suggested', 'added', 'split', 'merged']),
      from: z.array(z.string().min(1).max(100)).max(50),
    }),
  )
  .max(MOST_ENTRIES, `At most ${MOST_ENTRIES} entries fit into one list.`)
  .refine((entries) => new Set(entries.map(({ key }) => key)).size === entries.length, 'An entry may be listed once.')

/** A list that may be empty, and one that has an entry at least. */
export const optionalListSchema: z.ZodType<Json> = entriesSchema
export const listSchema: z.ZodType<Json> = entriesSchema.min(1)

/** What a suggestion for a list proposes. */
export const listSeedsSchema: z.ZodType<ListSeed[]> = z.array(
  z.strictObject({ values: z.record(z.string(), z.json()) }),
)

/** A proposed entry with its place among all that its suggestion proposes, and what is proposed for the lists that it holds itself, by question. */
export interface NumberedSeed extends ListSeed {
  number: number
  lists: Readonly<Record<string, NumberedSeed[]>>
}

/** The entries that a value of a proposed entry proposes for a list of its own; none of other values. */
export const seedsWithin = (value: Json): ListSeed[] =>
  Array.isArray(value) && value.length > 0 ? (listSeedsSchema.safeParse(value).data ?? []) : []

/**
 * What a suggestion proposes for a list, without the lists within in the values of its entries. Numbers go from the entries of the list itself to
 * those of lists within them, then to those within these.
 */
export function numberSeeds(value: Json): NumberedSeed[] {
  const top = (listSeedsSchema.safeParse(value).data ?? []).map(unnumbered)
  let number = 0
  for (let level = top; level.length > 0; level = level.flatMap(({ lists }) => Object.values(lists).flat()))
    for (const seed of level) seed.number = number++
  return top
}

function unnumbered({ values }: ListSeed): NumberedSeed {
  const plainValues: ListSeed['values'] = {}
  const lists: Record<string, NumberedSeed[]> = {}
  for (const [question, value] of Object.entries(values)) {
    const within = seedsWithin(value)
    if (within.length > 0) lists[question] = within.map(unnumbered)
    else plainValues[question] = value
  }
  return { number: 0, values: plainValues, lists }
}

/** Those of all lists. */
export const allSeeds = (seeds: readonly NumberedSeed[]): NumberedSeed[] =>
  seeds.flatMap((seed) => [seed, ...allSeeds(Object.values(seed.lists).flat())])

const KEY_PREFIX = 'u'

/** A key for a unit about to be listed: random, so that two people, or two tabs, never draw the same. */
export function newUnitKey(): string {
  return `${KEY_PREFIX}${crypto.randomUUID().replaceAll('-', '').slice(0, 16)}`
}

/** Where an accepted entry comes from: the suggestion, and the number of the entry among all that it proposes. */
export const seedOrigin = (suggestionId: string, index: number): string => `${suggestionId}#${index}`

/** Does the entry come from one of the entries that the suggestion proposes? */
export function isSeeded({ made, from }: ListEntry, suggestionId: string, seeds: number): boolean {
  const origins = Array.from({ length: seeds }, (_, index) => seedOrigin(suggestionId, index))
  return made === 'suggested' && from.length === 1 && origins.some((origin) => origin === from[0])
}

/** The entries that an answer to a list holds; none where it is unanswered or not a list. */
export function entriesOf(value: Json | undefined): ListEntry[] {
  return Array.isArray(value) ? (value.filter(isEntry) as unknown as ListEntry[]) : []
}

const isEntry = (entry: Json): boolean =>
  typeof entry === 'object' && entry !== null && !Array.isArray(entry) && typeof entry.key === 'string'

/**
 * Of the gold of a task, looked through once: the keys under which a unit was rated, which are its own, and as an entry of a list in the gold
 * those of the annotators' entries that it stands for.
 */
export function ratedKeysIn(answers: Answers): (key: string) => ReadonlySet<string> {
  const from = new Map<string, readonly string[]>()
  const entries = Object.values(answers).flatMap((unitAnswers) => Object.values(unitAnswers).flatMap(entriesOf))
  for (const entry of entries) if (!from.has(entry.key)) from.set(entry.key, entry.from)
  return (key) => new Set([key, ...(from.get(key) ?? [])])
}

/**
 * Of the ratings of the entries that one unit of the gold stands for, one vote for each annotator: what all of the annotator's ratings say. Where they
 * differ, the annotator has said no one thing of what gold holds to be one, and has no vote.
 */
export function votesOn<Value>(ratings: readonly { annotator: string | number; value: Value }[]): Value[] {
  const valuesByAnnotator = new Map<string | number, Set<Value>>()
  for (const { annotator, value } of ratings)
    valuesByAnnotator.set(annotator, (valuesByAnnotator.get(annotator) ?? new Set()).add(value))
  return [...valuesByAnnotator.values()].flatMap((values) => (values.size === 1 ? [...values] : []))
}

/** The stage's questions whose answers are lists, by the kind of unit they are about. */
const listQuestions = (stage: Stage) => stage.questions.filter(hasList)
const hasList = (question: Question): question is Question & { list: NonNullable<Question['list']> } =>
  question.form === 'list' && question.list !== undefined

/**
 * The subject with the listed units behind the parts of the unit they belong to, in the order of their list, each with its
 * text. Units that are there already stay; a list counts only while its question is asked. List after list in the order of the
 * stage's questions, so that a list may be asked of the entries of one that stands before it.
 */
export function withMadeUnits(stage: Stage, subject: Subject, answers: Answers): Subject {
  const seenKeys = new Set(subject.units.map(({ key }) => key))
  let whole = subject
  for (const question of listQuestions(stage)) {
    const unitsByHolder = new Map<string, UnitDraft[]>()
    for (const unit of whole.units) {
      if (question.unit !== unit.kind || !question.asked(whole, answers, unit)) continue
      const fresh = entriesOf(answers[unit.key]?.[question.key]).filter(({ key }) => {
        const isFresh = !seenKeys.has(key)
        seenKeys.add(key)
        return isFresh
      })
      if (fresh.length > 0)
        unitsByHolder.set(
          unit.key,
          fresh.map(
            ({ key }): UnitDraft => ({
              key,
              kind: question.list.kind,
              text: textOfEntry(question.list, subject.content, answers[key]),
              parent: unit.key,
            }),
          ),
        )
    }
    if (unitsByHolder.size > 0) whole = { ...whole, units: withParts(whole.units, unitsByHolder) }
  }
  return whole
}

type List = Pick<NonNullable<Question['list']>, 'text' | 'marks'>

/** Where an entry of a list of marks is, by the answers about it; null while that is open, and of entries of other lists. */
export function placeOfEntry({ text, marks }: List, about: Answers[string] | undefined): Span | null {
  const [span] = (marks && spansOf(about?.[text])) ?? []
  return span ? { start: span.start, end: span.end } : null
}

/** The text of an entry by the answers about it: the words where it is marked, or what was written; empty while that is open. */
export function textOfEntry(list: List, content: Json, about: Answers[string] | undefined): string {
  const place = placeOfEntry(list, about)
  if (place && list.marks) return pointsToMark(list.marks, content).slice(place.start, place.end)
  const text = about?.[list.text]
  return typeof text === 'string' ? text : ''
}

/** Each unit, its own parts, then what is `unitsByHolder` of it, by the unit's key. */
export function withParts(units: readonly UnitDraft[], unitsByHolder: ReadonlyMap<string, UnitDraft[]>): UnitDraft[] {
  const parts = new Map<string | undefined, UnitDraft[]>()
  const keys = new Set(units.map(({ key }) => key))
  for (const unit of units) {
    const parent = unit.parent !== undefined && keys.has(unit.parent) ? unit.parent : undefined
    const siblings = parts.get(parent)
    if (siblings) siblings.push(unit)
    else parts.set(parent, [unit])
  }
  const ordered: UnitDraft[] = []
  const walk = (unit: UnitDraft) => {
    ordered.push(unit)
    parts.get(unit.key)?.forEach(walk)
    ordered.push(...(unitsByHolder.get(unit.key) ?? []))
  }
  parts.get(undefined)?.forEach(walk)
  return ordered
}

/** The unit's own parts, listed ones included, in order. */
export function partsOf(subject: Subject, key: string): UnitDraft[] {
  return subject.units.filter(({ parent }) => parent === key)
}

/** The unit that a part belongs to; undefined for a unit that is no part. */
export function wholeOf(subject: Subject, unit: UnitDraft): UnitDraft | undefined {
  return unit.parent === undefined ? undefined : subject.units.find(({ key }) => key === unit.parent)
}
