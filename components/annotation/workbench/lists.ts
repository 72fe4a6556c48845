/**
 * What one can do to a list of units that an annotator makes. Pure: each act says which answers change and where it leads,
 * and is one step of undo. Entries that leave a list keep their answers, so that undo brings them back as they were.
 */
import type { AnswerChange, CausedChange, Survey } from '@/lib/annotation/annotations/rules'
import { answerOf } from '@/lib/protocols/completeness'
import { entriesOf, newUnitKey, placeOfEntry } from '@/lib/protocols/made-units'
import type { Answers, Json, ListEntry, Made, Question, Span, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import type { BenchPlace } from './navigation'

export type ListQuestion = Question & { list: NonNullable<Question['list']> }

/** A list as it stands: whose it is, and what it holds. */
export interface List {
  /** The unit that the question is on. */
  unit: string
  question: ListQuestion
  entries: readonly ListEntry[]
  /** Of marks: where each is, by its key. */
  places?: ReadonlyMap<string, Span>
}

/** Changes that belong together, and where one goes after them. */
export interface Act {
  changes: CausedChange[]
  place: BenchPlace
}

export const isListQuestion = (question: Question): question is ListQuestion =>
  question.form === 'list' && question.list !== undefined

/**
 * Can entries of this kind be split and joined? Not where several texts belong together, as query and quote do, and not where entries hold
 * lists themselves, whose entries could belong to either part, nor where they are stretches of a text.
 */
export const isDivisible = ({ questions }: Stage, kind: string): boolean =>
  questions.filter(({ unit, form }) => unit === kind && form === 'text').length === 1 &&
  !questions.some(({ unit, form, list }) => (unit === kind && form === 'list') || (list?.kind === kind && list.marks))

/** Can entries of a list hold lists themselves? */
export const hasListsInLists = ({ questions }: Pick<Stage, 'questions'>): boolean =>
  questions.some(({ unit, form }) => form === 'list' && questions.some(({ list }) => list?.kind === unit))

/** The answer to a list on a unit. */
export function listOf(answers: Answers, unit: string, question: ListQuestion): List {
  const entries = entriesOf(answers[unit]?.[question.key])
  if (!question.list.marks) return { unit, question, entries }
  const places = new Map<string, Span>()
  for (const { key } of entries) {
    const place = placeOfEntry(question.list, answers[key])
    if (place) places.set(key, place)
  }
  return { unit, question, entries, places }
}

/** The list one is at: that of the open unit, or the one that holds it (`entry`). */
export function listAt(survey: Survey, answers: Answers, open: string): { list: List; entry: string | null } | null {
  const surveyedUnit = survey.units.get(open)
  const parent = surveyedUnit?.unit.parent === undefined ? undefined : survey.units.get(surveyedUnit.unit.parent)
  for (const question of parent?.asked.filter(isListQuestion) ?? []) {
    const list = listOf(answers, parent?.unit.key ?? '', question)
    if (list.entries.some(({ key }) => key === open)) return { list, entry: open }
  }
  const listQuestion = surveyedUnit?.asked.find(isListQuestion)
  return listQuestion ? { list: listOf(answers, open, listQuestion), entry: null } : null
}

/** Is the unit this one, or listed for it, or for what is listed for it? */
export function isWithin({ units }: Pick<Survey, 'units'>, key: string, whole: string): boolean {
  if (key === whole) return true
  const parent = units.get(key)?.unit.parent
  return parent !== undefined && isWithin({ units }, parent, whole)
}

/** The unit of the task itself in whose forms a unit is shown: what it is listed for in the end, or itself. `taskUnits`: the task's own. */
export function shownWith(
  { units }: Pick<Survey, 'units'>,
  taskUnits: readonly UnitDraft[],
  unit: UnitDraft,
): UnitDraft {
  const whole = unit.parent === undefined ? undefined : units.get(unit.parent)?.unit
  return whole === undefined || taskUnits.some(({ key }) => key === unit.key)
    ? unit
    : shownWith({ units }, taskUnits, whole)
}

/** The list that an entry of a list holds itself; null where the open unit is no such entry. */
export function listWithin(survey: Survey, answers: Answers, open: string): List | null {
  if (listAt(survey, answers, open)?.entry !== open) return null
  const listQuestion = survey.units.get(open)?.asked.find(isListQuestion)
  return listQuestion ? listOf(answers, open, listQuestion) : null
}

/** The list with an entry put behind another, or at its end. */
export function addEntry(list: List, behind: string | null, newKey = newUnitKey): Act {
  const entry: ListEntry = { key: newKey(), made: 'added', from: [] }
  const index = behind === null ? list.entries.length : indexOf(list, behind) + 1
  const entries = list.entries.toSpliced(index === 0 ? list.entries.length : index, 0, entry)
  return { changes: [listed(list, entries)], place: { unit: entry.key, question: list.question.list.text } }
}

/** The list without an entry; one goes on to the next, else to the one before, else to what the list is of. */
export function deleteEntry(list: List, key: string): Act | null {
  const index = indexOf(list, key)
  if (index < 0) return null
  const entries = list.entries.toSpliced(index, 1)
  return {
    changes: [listed(list, entries)],
    place: { unit: entries[index]?.key ?? entries[index - 1]?.key ?? list.unit, question: null },
  }
}

/** The list with an entry one place up or down; null at its ends. */
export function moveEntry(list: List, key: string, by: 1 | -1): Act | null {
  const index = indexOf(list, key)
  const entry = list.entries[index]
  if (!entry || list.entries[index + by] === undefined) return null
  const entries = list.entries.toSpliced(index, 1).toSpliced(index + by, 0, entry)
  return { changes: [listed(list, entries)], place: { unit: key, question: null } }
}

/**
 * Two entries in place of one, the text of the entry `key` divided at the caret (UTF-16). Both start with the choices made for the one; null
 * where a part would be empty.
 */
export function splitEntry(
  stage: Stage,
  answers: Answers,
  list: List,
  { key, caret }: { key: string; caret: number },
  newKey = newUnitKey,
): Act | null {
  const entry = list.entries.find((each) => each.key === key)
  const text = textOf(answers, list, key)
  const texts = [text.slice(0, caret).trim(), text.slice(caret).trim()]
  if (!entry || texts.includes('')) return null
  const newEntries = texts.map(() => descendant('split', [entry], newKey))
  const entries = list.entries.toSpliced(indexOf(list, key), 1, ...newEntries)
  const values = choicesOf(stage, answers, list, [key])
  const changes = newEntries.flatMap(({ key: part }, index) => described(list, part, texts[index] ?? '', values))
  return {
    changes: [listed(list, entries), ...changes],
    place: { unit: newEntries[0]?.key ?? list.unit, question: null },
  }
}

/** One entry in place of an entry and the next, with both texts and the choices that both agree on; null for the last. */
export function mergeWithNext(
  stage: Stage,
  answers: Answers,
  list: List,
  key: string,
  newKey = newUnitKey,
): Act | null {
  const index = indexOf(list, key)
  const pair = list.entries.slice(index, index + 2)
  if (index < 0 || pair.length < 2) return null
  const mergedEntry = descendant('merged', pair, newKey)
  const text = pair.map((entry) => textOf(answers, list, entry.key).trim()).filter(Boolean)
  const values = choicesOf(
    stage,
    answers,
    list,
    pair.map((entry) => entry.key),
  )
  return {
    changes: [
      listed(list, list.entries.toSpliced(index, 2, mergedEntry)),
      ...described(list, mergedEntry.key, text.join(' '), values),
    ],
    place: { unit: mergedEntry.key, question: null },
  }
}

/** A new entry made of others. Its `from` names them first, then what they came from themselves. */
function descendant(creationKind: Made, parents: readonly ListEntry[], newKey: () => string): ListEntry {
  const origins = [...parents.map(({ key }) => key), ...parents.flatMap(({ from }) => from)]
  return { key: newKey(), made: creationKind, from: [...new Set(origins)].slice(0, MOST_ORIGINS) }
}
const MOST_ORIGINS = 50

/** The choices about the entries on which all of them agree. */
function choicesOf(stage: Stage, answers: Answers, list: List, keys: readonly string[]): [string, Json][] {
  return stage.questions
    .filter(({ unit, form }) => unit === list.question.list.kind && form === 'choice')
    .flatMap(({ key: question }): [string, Json][] => {
      const values = keys.map((key) => answerOf(answers, key, question))
      const first = values[0] ?? null
      return first !== null && values.every((value) => sameValue(value, first)) ? [[question, first]] : []
    })
}

const described = (list: List, unit: string, text: string, values: readonly [string, Json][]): CausedChange[] => [
  ...(text === '' ? [] : [{ unit, question: list.question.list.text, value: text, cause: TYPED }]),
  ...values.map(([question, value]) => ({ unit, question, value, cause: BULK })),
]
const TYPED = { origin: 'typed' } as const
const BULK = { origin: 'bulk' } as const

/** The change that makes a list hold these entries. */
export const listed = ({ unit, question }: List, entries: readonly ListEntry[]): CausedChange => ({
  unit,
  question: question.key,
  value: entries.map(({ key, made, from }): Json => ({ key, made, from })),
  cause: { origin: 'chosen' },
})

/**
 * Where undo or redo of a step leads: to where the act was, so that the next key means what it meant there. An entry that comes
 * onto a list is the place; of one that goes, its neighbour, unless more was answered of the list's own unit in that step. `answers`
 * are those before the step is undone or done again.
 */
export function placeOfStep(
  stage: Stage,
  answers: Answers,
  changes: readonly AnswerChange[],
  way: 'undo' | 'redo',
): BenchPlace {
  const lists = new Set(stage.questions.filter(isListQuestion).map(({ key }) => key))
  const change = changes.find(({ question }) => lists.has(question))
  const unit = changes[0]?.unit ?? ''
  if (!change) return { unit, question: null }
  const before = entriesOf(answers[change.unit]?.[change.question])
  const after = entriesOf(change.value)
  const came = after.find(({ key }) => !before.some((entry) => entry.key === key))
  if (came) return { unit: came.key, question: null }
  const removedIndex = before.findIndex(({ key }) => !after.some((entry) => entry.key === key))
  if (removedIndex < 0)
    return { unit: after.find(({ key }, index) => before[index]?.key !== key)?.key ?? unit, question: null }
  if (changes.some((other) => other.unit === change.unit && other !== change))
    return { unit: change.unit, question: null }
  const [first, second] =
    way === 'undo' ? [after[removedIndex - 1], after[removedIndex]] : [after[removedIndex], after[removedIndex - 1]]
  return { unit: first?.key ?? second?.key ?? change.unit, question: null }
}

const indexOf = (list: List, key: string) => list.entries.findIndex((entry) => entry.key === key)

export function textOf(answers: Answers, { question }: List, key: string): string {
  const text = answers[key]?.[question.list.text]
  return typeof text === 'string' ? text : ''
}
