/** What expressions see of a task: its units with the answers that count, worked out when they are looked at. */
import type { Answers, Json, Subject, UnitDraft } from '@/lib/protocols/answers'
import {
  type Definition,
  ITEM,
  type QuestionDefinition,
  type StageDefinition,
} from '@/lib/protocols/language/definition'
import {
  type Budget,
  evaluate,
  type Fields,
  isTrue,
  MOST_STEPS,
  type Names,
  type Value,
} from '@/lib/protocols/language/expressions/evaluate'
import type { Tree } from '@/lib/protocols/language/expressions/tree'
import { spansOf } from '@/lib/protocols/marked-spans'
import { referencesIn } from '@/lib/protocols/picks'
import { isJsonRecord } from '@/lib/protocols/record-fields'
import { codePoints } from '@/lib/text/code-points'

/** The name of a unit's text, and of the list of all units of a kind. */
const TEXT = 'text'
const listName = (kind: string) => `${kind}s`

interface UnitIndex {
  byKind: ReadonlyMap<string, readonly UnitDraft[]>
  byKey: ReadonlyMap<string, UnitDraft>
  parts: ReadonlyMap<string, readonly UnitDraft[]>
}

const indexes = new WeakMap<readonly UnitDraft[], UnitIndex>()

function indexOf(units: readonly UnitDraft[]): UnitIndex {
  const cachedIndex = indexes.get(units)
  if (cachedIndex) return cachedIndex
  const index = {
    byKind: grouped(units, ({ kind }) => kind),
    byKey: new Map(units.map((unit) => [unit.key, unit])),
    parts: grouped(units, ({ parent = '' }) => parent),
  }
  indexes.set(units, index)
  return index
}

function grouped(units: readonly UnitDraft[], by: (unit: UnitDraft) => string): ReadonlyMap<string, UnitDraft[]> {
  const groups = new Map<string, UnitDraft[]>()
  for (const unit of units) {
    const group = groups.get(by(unit))
    if (group) group.push(unit)
    else groups.set(by(unit), [unit])
  }
  return groups
}

/** The questions of a file by kind of unit and id, with the place of their stage. */
export type Questions = ReadonlyMap<string, { question: QuestionDefinition; stage: number }>

export const questionsOf = ({ stages }: Definition): Questions =>
  new Map(
    stages.flatMap(({ questions }, stage) =>
      questions.map((question) => [`${question.on} ${question.id}`, { question, stage }] as const),
    ),
  )

/** What stands while nothing was answered: a flag is "no". */
export const initialOf = ({ form }: QuestionDefinition): Json => (form === 'flag' ? false : null)

/**
 * What stands in gold that holds no answer to the question. Nothing where gold may lack one though it was asked: nobody settles it, votes or a
 * majority came to nothing, or each annotator has an own answer.
 */
export const startInGold = ({ policy }: Pick<StageDefinition, 'policy'>, question: QuestionDefinition): Json =>
  policy === 'votes' || question.settle === 'aside' || (policy === 'majority' && question.tie === null)
    ? null
    : initialOf(question)

/** The answers of one task in one stage, for expressions. One budget of steps for all that is asked of it. */
export class Scope {
  private readonly budget: Budget = { steps: MOST_STEPS }
  private readonly asked = new Map<QuestionDefinition, Map<string, boolean>>()
  private readonly fields = new Map<string, Fields>()
  private readonly conditions: Scope
  /** Of each answer, which is looked at as often as an expression names it. */
  private readonly spans = new Map<Json, Value>()

  constructor(
    private readonly questions: Questions,
    private readonly stage: number,
    private readonly subject: Subject,
    private readonly answers: Answers,
    /** What stands for a question without an answer; conditions see what an annotator starts from. */
    private readonly startOf: (question: QuestionDefinition) => Json = initialOf,
  ) {
    this.conditions = startOf === initialOf ? this : new Scope(questions, stage, subject, answers)
  }

  /** The value of an expression about a unit. */
  value(tree: Tree, unit: UnitDraft | undefined): Value {
    return evaluate(tree, this.namesFor(unit), this.budget)
  }

  isTrue(tree: Tree, unit: UnitDraft | undefined): boolean {
    return isTrue(this.value(tree, unit))
  }

  isAsked(question: QuestionDefinition, unit: UnitDraft): boolean {
    if (question.when === null) return true
    const askedUnits = this.asked.get(question) ?? new Map<string, boolean>()
    this.asked.set(question, askedUnits)
    const found = askedUnits.get(unit.key) ?? this.conditions.isTrue(question.when, unit)
    askedUnits.set(unit.key, found)
    return found
  }

  /** The answer that counts; null where it was not asked. */
  answer(question: QuestionDefinition, unit: UnitDraft): Json {
    if (!this.isAsked(question, unit)) return null
    const writtenAnswer = this.answers[unit.key]?.[question.id] ?? null
    return writtenAnswer === null || (typeof writtenAnswer === 'string' && writtenAnswer.trim() === '')
      ? this.startOf(question)
      : writtenAnswer
  }

  unitsOf(kind: string): readonly UnitDraft[] {
    return indexOf(this.subject.units).byKind.get(kind) ?? []
  }

  private namesFor(unit: UnitDraft | undefined): Names {
    return (name) => {
      if (name === 'content') return this.subject.content as { [key: string]: Json }
      if (name === ITEM) return this.unit(this.unitsOf(ITEM)[0])
      for (let whole = unit; whole; whole = this.wholeOf(whole)) if (whole.kind === name) return this.unit(whole)
      return name.endsWith('s') ? this.unitsOf(name.slice(0, -1)).map((each) => this.unit(each)) : null
    }
  }

  /** Spans with their words, which are empty where the text is not at hand; null where nothing was answered. */
  private spansIn(content: string, answer: Json): Value {
    const cachedSpans = this.spans.get(answer)
    if (cachedSpans !== undefined) return cachedSpans
    const text = isJsonRecord(this.subject.content) ? this.subject.content[content] : null
    const marked = spansOf(answer)
    const points = marked ? codePoints(typeof text === 'string' ? text : '') : []
    const spans =
      marked?.map(
        ({ start, end, label }): Json => ({ start, end, label, [TEXT]: points.slice(start, end).join('') }),
      ) ?? null
    this.spans.set(answer, spans)
    return spans
  }

  /** What was picked as units; a value that stands beside them as it is. */
  private unitsPicked(answer: Json): Value {
    if (!Array.isArray(answer)) return answer
    const { byKey } = indexOf(this.subject.units)
    return referencesIn(answer).flatMap((key) => {
      const unit = byKey.get(key)
      return unit ? [this.unit(unit)] : []
    })
  }

  private wholeOf({ parent }: UnitDraft): UnitDraft | undefined {
    return parent === undefined ? undefined : indexOf(this.subject.units).byKey.get(parent)
  }

  private unit(unit: UnitDraft | undefined): Value {
    if (!unit) return null
    const cachedUnit = this.fields.get(unit.key) ?? { field: (name: string) => this.fieldOf(unit, name) }
    this.fields.set(unit.key, cachedUnit)
    return cachedUnit
  }

  private fieldOf(unit: UnitDraft, name: string): Value {
    if (name === TEXT && unit.kind !== ITEM) return unit.text
    const found = this.questions.get(`${unit.kind} ${name}`)
    const listed = found?.question.list?.of
    if (found && listed === undefined) {
      const answer = found.stage < this.stage ? earlierAnswer(unit, name) : this.answer(found.question, unit)
      if (found.question.picks) return this.unitsPicked(answer)
      return found.question.marks ? this.spansIn(found.question.marks.in, answer) : answer
    }
    const parts = indexOf(this.subject.units).parts.get(unit.key) ?? []
    const isNamed = ({ kind }: UnitDraft) => (listed === undefined ? listName(kind) === name : kind === listed)
    return parts.filter(isNamed).map((part) => this.unit(part))
  }
}

/** What earlier stages settled about the unit, which its data carries. */
export function earlierAnswer({ data }: UnitDraft, question: string): Json {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return null
  const { earlier } = data
  if (typeof earlier !== 'object' || earlier === null || Array.isArray(earlier)) return null
  return earlier[question] ?? null
}

/** A value as it is kept: units and what is no JSON are left out. */
export function asJson(value: Value): Json {
  if (Array.isArray(value)) return value.map(asJson)
  if (typeof value !== 'object' || value === null) return value as Json
  return 'field' in value && typeof value.field === 'function' ? null : (value as Json)
}
