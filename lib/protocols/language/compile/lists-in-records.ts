/**
 * What annotators list, as a record holds it: a list with an entry each, an object with a field for each question or a text, lists within
 * entries included. Nothing, null and an empty list are no entries; which of them a record says stays as it is.
 */
import type { Answers, Json, ListEntry, ListSeed, Subject, UnitDraft } from '@/lib/protocols/answers'
import { answerOf, isAsked } from '@/lib/protocols/completeness'
import {
  isList,
  type ListDefinition,
  type Pointer,
  placeQuestionOf,
  type QuestionDefinition,
} from '@/lib/protocols/language/definition'
import { fieldAt, valueAt, withValueAt } from '@/lib/protocols/language/pointers'
import { entriesOf, MOST_ENTRIES, withParts } from '@/lib/protocols/made-units'
import { spansOf } from '@/lib/protocols/marked-spans'
import type { Stage } from '@/lib/protocols/protocol'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import type { RecordProblem } from '@/lib/protocols/records'
import { shownValue } from '@/lib/protocols/shown-value'
import { readAnswer } from './answers-in-records'
import type { MarkedText } from './marked-text'
import { writeMark } from './spans-in-records'

/** The entry of every unit in the record, and its number among its kind. */
export type Places = ReadonlyMap<string, { at: Pointer; number: number }>

/** Where the answers to a question about a unit stand; null where the record has no place for them. */
export function placeOf({ gold }: QuestionDefinition, unit: UnitDraft, places: Places): Pointer | null {
  if (gold.from === 'record') return gold.pointer
  const place = places.get(unit.key)
  if (!place) return null
  return gold.from === 'list' ? [...gold.pointer, String(place.number)] : [...place.at, ...gold.pointer]
}

/** What a record lists: the units with those of its lists, all places, and the answers to the lists. */
export interface ListsReading {
  units: readonly UnitDraft[]
  places: Places
  answers: Answers
}

/** Reads the lists of a stage in the order of its questions; `problems` grows by what is no list and no entry. */
export function readLists(
  questions: readonly QuestionDefinition[],
  { json, units, places }: { json: Json; units: readonly UnitDraft[]; places: Places },
  problems: RecordProblem[],
): ListsReading {
  const read = { units, places: new Map(places), answers: {} as Answers }
  for (const question of questions.filter(isList)) {
    const unitsByHolder = new Map<string, UnitDraft[]>()
    let number = 0
    for (const holder of read.units.filter(({ kind }) => kind === question.on)) {
      const place = placeOf(question, holder, read.places)
      const written = place ? (valueAt(json, place) ?? null) : null
      if (!place || written === null) continue
      const listed = entriesIn(question, written, place, problems).map((_, index) => {
        number += 1
        const key = `${question.list.of}-${number}`
        read.places.set(key, { at: [...place, String(index)], number: number - 1 })
        return { key, kind: question.list.of, text: '', parent: holder.key }
      })
      if (listed.length === 0) continue
      unitsByHolder.set(holder.key, listed)
      read.answers[holder.key] = { ...read.answers[holder.key], [question.id]: listed.map(({ key }) => asEntry(key)) }
    }
    if (unitsByHolder.size > 0) read.units = withParts(read.units, unitsByHolder)
  }
  return read
}

const asEntry = (key: string): Json => ({ key, made: 'added', from: [] }) satisfies ListEntry

/** The entries of a list as a record has them; none where it is no list, or one that nobody could make. */
function entriesIn(question: ListDefinition, written: Json, place: Pointer, problems: RecordProblem[]): Json[] {
  const { of } = question.list
  const problem = (pointer: Pointer, message: string, fix: string) =>
    problems.push({ field: fieldAt(pointer), message, fix })
  if (!Array.isArray(written)) {
    problem(place, `${shownValue(written)} is no list of the kind "${of}".`, 'Write a list, [] for none.')
    return []
  }
  if (written.length > MOST_ENTRIES) {
    problem(
      place,
      `${written.length.toLocaleString('en')} entries; at most ${MOST_ENTRIES} fit into one list.`,
      'Leave out entries, or divide the record into several.',
    )
    return []
  }
  const isEntry = (entry: Json) => (question.gold.texts ? typeof entry === 'string' : isJsonRecord(entry))
  for (const [index, entry] of written.entries())
    if (!isEntry(entry))
      problem(
        [...place, String(index)],
        `${shownValue(entry)} is no entry of "${question.id}".`,
        question.gold.texts ? 'Write a text.' : 'Write an object with its fields.',
      )
  return written
}

/** Marks that overlap one before them, of lists whose marks may not: which of the two is meant, the record does not say. */
export function overlapProblems(
  questions: readonly QuestionDefinition[],
  { answers, places }: Pick<ListsReading, 'answers' | 'places'>,
): RecordProblem[] {
  return questions.filter(isList).flatMap((list) => {
    const place = placeQuestionOf(list, questions)
    if (!place || place.marks.overlapping) return []
    return Object.values(answers).flatMap((unitAnswers) => {
      const marks = entriesOf(unitAnswers[list.id])
        .flatMap(({ key }) => {
          const [span] = spansOf(answers[key]?.[place.id]) ?? []
          const pointer = places.get(key)?.at
          return span && pointer ? [{ ...span, at: pointer }] : []
        })
        .toSorted((one, other) => one.start - other.start || one.end - other.end)
      return marks.flatMap((mark, index) => {
        const other = marks.slice(0, index).find(({ end }) => mark.start < end)
        return other ? [overlapProblem(list, place, [mark.at, other.at])] : []
      })
    })
  })
}

const overlapProblem = (
  { id }: ListDefinition,
  place: QuestionDefinition,
  [at, other]: readonly [Pointer, Pointer],
): RecordProblem => ({
  field: fieldAt([...at, String(place.gold.entry?.start ?? 'start')]),
  message: `It overlaps ${fieldAt(other)}, and marks of "${id}" may not overlap.`,
  fix: `Correct the offsets, take one of the two out, or write overlapping: true at "${place.id}" in the protocol file.`,
})

/** What the record says that a machine listed, as suggestions to the lists of the stage. */
export function proposedLists(
  questions: readonly QuestionDefinition[],
  { json, units, places }: { json: Json; units: readonly UnitDraft[]; places: Places },
  problems: RecordProblem[],
): { unit: string; question: string; value: Json }[] {
  return questions.filter(isList).flatMap((question) => {
    const { proposed } = question.gold
    if (!proposed) return []
    const about = questions.filter((each) => each.on === question.list.of && !each.list)
    return units
      .filter(({ kind }) => kind === question.on)
      .flatMap((unit) => {
        const place = placeOf({ ...question, gold: { ...question.gold, pointer: proposed } }, unit, places)
        const written = place ? (valueAt(json, place) ?? null) : null
        if (!place || written === null) return []
        const seeds = entriesIn(question, written, place, problems)
          .map((entry) => seedOf(about, entry))
          .filter(({ values }) => typeof values[question.list.text] === 'string')
        return seeds.length === 0
          ? []
          : [{ unit: unit.key, question: question.id, value: seeds.map(({ values }): Json => ({ values })) }]
      })
  })
}

/** What an entry of a machine's list says to the questions about entries, as far as it can be answers. */
function seedOf(questions: readonly QuestionDefinition[], entry: Json): ListSeed {
  const values: ListSeed['values'] = {}
  for (const question of questions) {
    const answer = readAnswer(question, valueAt(entry, question.gold.pointer), false)
    if (answer.ok && answer.value !== null) values[question.id] = answer.value
  }
  return { values }
}

/** The text of an entry, or its place as text, by which an entry is known again; null where it has none. */
function wordsIn(answer: Json | undefined): string | null {
  if (typeof answer === 'string') return answer
  const [span] = spansOf(answer) ?? []
  return span ? `${span.start} ${span.end}` : null
}

/** What is written of a stage: its units with those that its gold lists, and the answers that count. */
interface Settled {
  stage: Stage
  subject: Subject
  answers: Answers
}

interface Listed {
  record: Json
  /** What the record listed, and of that what counts. */
  before: ListsReading & { counting: Answers }
  now: Settled
  /** The text that a question of marks is about. */
  markedText(question: QuestionDefinition): MarkedText
}

/**
 * The record with its lists as the gold has them, entries that stay as they were written, new ones with their text or their place; and where the
 * entries stand now.
 */
export function withLists(
  questions: readonly QuestionDefinition[],
  listChange: Listed,
): { record: Json; places: Places } {
  const { now } = listChange
  const lists = new RecordLists(questions, listChange)
  for (const question of questions.filter(isList)) {
    const holders = now.subject.units.filter(({ kind }) => kind === question.on)
    const sources = lists.sourcesOf(question, holders)
    for (const holder of holders) lists.write(question, holder, sources)
  }
  return { record: lists.record, places: lists.places }
}

class RecordLists {
  record: Json
  readonly places: Map<string, { at: Pointer; number: number }>
  /** The key that the unit has in what the record listed; the same for units that are no entries. */
  private readonly keysBefore = new Map<string, string | null>()
  private readonly source: Json

  constructor(
    private readonly questions: readonly QuestionDefinition[],
    private readonly listAnswer: Listed,
  ) {
    this.record = listAnswer.record
    this.source = listAnswer.record
    const listed = new Set(questions.flatMap(({ list }) => list?.of ?? []))
    const remainingKeys = listAnswer.before.units.filter(({ kind }) => !listed.has(kind)).map(({ key }) => key)
    this.places = new Map([...listAnswer.before.places].filter(([key]) => remainingKeys.includes(key)))
  }

  /** Writes one list, where it says something else than the record did. `sources`: as of `sourcesOf`. */
  write(question: ListDefinition, holder: UnitDraft, sources: ReadonlyMap<string, string>): void {
    const { before, now } = this.listAnswer
    const place = placeOf(question, holder, this.places)
    if (!place) return
    const holderBefore = this.keyBefore(holder)
    const entriesBefore = holderBefore === null ? [] : entriesOf(before.answers[holderBefore]?.[question.id])
    const counted = holderBefore === null ? [] : entriesOf(before.counting[holderBefore]?.[question.id])
    const entries = entriesOf(now.answers[holder.key]?.[question.id])
    if (entries.length === 0) {
      this.writeNone(question, { holder, place, isNew: holderBefore === null, said: entriesBefore, counted })
      return
    }
    const written = entries.map((entry, index): Json => {
      const source = sources.get(entry.key)
      this.keysBefore.set(entry.key, source ?? null)
      this.places.set(entry.key, { at: [...place, String(index)], number: index })
      const pointer = source === undefined ? undefined : before.places.get(source)?.at
      return (pointer && valueAt(this.source, pointer)) ?? this.newEntry(question, entry)
    })
    const stays =
      entriesBefore.length === entries.length &&
      entries.every(({ key }, index) => sources.get(key) === entriesBefore[index]?.key)
    if (!stays) this.record = withValueAt(this.record, place, written)
  }

  private keyBefore({ key }: UnitDraft): string | null {
    return this.keysBefore.has(key) ? (this.keysBefore.get(key) ?? null) : key
  }

  /**
   * Of the entries of all lists of a question, the keys of the entries of the record that they are; new ones are left out. An entry is known by its
   * key, wherever it stood; else by the very same text or place in the list of the same holder; else by the same text in the list of another, which it has
   * left: what nobody answers for goes along with it. Each entry of the record is one entry at most.
   */
  sourcesOf({ id, list }: ListDefinition, holders: readonly UnitDraft[]): ReadonlyMap<string, string> {
    const { before, now } = this.listAnswer
    const entries = holders.flatMap((holder) =>
      entriesOf(now.answers[holder.key]?.[id]).map((entry) => ({ ...entry, within: this.keyBefore(holder) })),
    )
    const saidIn = (answers: Answers) =>
      Object.entries(answers).flatMap(([within, given]) =>
        entriesOf(given[id]).map(({ key }) => ({ key, within, text: wordsIn(before.answers[key]?.[list.text]) })),
      )
    const [said, counted] = [saidIn(before.answers), saidIn(before.counting)]
    const takenKeys = new Set<string>()
    const sources = new Map<string, string>()
    const take = (entry: ListEntry, key: string | undefined) => {
      if (key === undefined || takenKeys.has(key)) return
      takenKeys.add(key)
      sources.set(entry.key, key)
    }
    const saidKeys = new Set(said.map(({ key }) => key))
    for (const entry of entries) if (saidKeys.has(entry.key)) take(entry, entry.key)
    for (const entry of entries.filter(({ key }) => !sources.has(key)))
      take(
        entry,
        entry.from.find((key) => saidKeys.has(key) && !takenKeys.has(key)),
      )
    const takeByText = (of: typeof said, nameOf: (within: string | null, text: string) => string) => {
      const free = new Map<string, string[]>()
      for (const { key, within, text } of of.toReversed())
        if (text !== null && !takenKeys.has(key)) {
          const name = nameOf(within, text)
          const same = free.get(name)
          if (same) same.push(key)
          else free.set(name, [key])
        }
      for (const entry of entries.filter(({ key }) => !sources.has(key))) {
        const text = wordsIn(answerOf(now.answers, entry.key, list.text))
        if (text !== null) take(entry, free.get(nameOf(entry.within, text))?.pop())
      }
    }
    takeByText(said, (within, text) => JSON.stringify([within, text]))
    // What a list holds that was not asked stays there.
    takeByText(counted, (_, text) => text)
    return sources
  }

  /** Nothing is listed: an empty list where it is asked for, null where it is not, and as it was where nothing has changed. */
  private writeNone(
    question: ListDefinition,
    {
      holder,
      place,
      isNew,
      said,
      counted,
    }: { holder: UnitDraft; place: Pointer; isNew: boolean; said: readonly ListEntry[]; counted: readonly ListEntry[] },
  ): void {
    const { stage, subject, answers } = this.listAnswer.now
    const stageQuestion = stage.questions.find(({ key }) => key === question.id)
    const isAskedNow = stageQuestion !== undefined && isAsked(stageQuestion, subject, answers, holder)
    if (counted.length > 0 || (isAskedNow && (isNew || said.length > 0)))
      this.record = withValueAt(this.record, place, isAskedNow ? [] : null)
  }

  /** With its text or its place, which stands first. */
  private newEntry(question: ListDefinition, { key }: ListEntry): Json {
    const text = answerOf(this.listAnswer.now.answers, key, question.list.text) ?? ''
    const place = placeQuestionOf(question, this.questions)
    if (place) return writeMark(place, text, { written: {}, marked: this.listAnswer.markedText(place) })
    if (question.gold.texts) return text
    const textQuestion = this.questions.find(({ id }) => id === question.list.text)
    return withValueAt({}, textQuestion?.gold.pointer ?? [question.list.text], text)
  }
}
