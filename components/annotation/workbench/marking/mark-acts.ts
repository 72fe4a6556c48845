/** What marking does to a list whose entries are stretches of a text. */
import { type Bench, fieldId } from '@/components/annotation/workbench/bench-context'
import { isWithin, listed, listOf } from '@/components/annotation/workbench/lists'
import type { CausedChange } from '@/lib/annotation/annotations/rules'
import { MOST_ENTRIES, newUnitKey } from '@/lib/protocols/made-units'
import { type MarkedSpan, sameSpan, spansAnswer } from '@/lib/protocols/marked-spans'
import { hasMarks, type Mark, type MarkListQuestion, marksOf } from '@/lib/protocols/marks'
import type { Answers, ListEntry, Question, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'

/** A list of marks where it is asked. */
export interface AskedMarkList {
  unit: UnitDraft
  question: MarkListQuestion
}

/** The choice by whose options the marks of a list are told apart; undefined where there is none. */
export const labelQuestionOf = (
  { questions }: Pick<Stage, 'questions'>,
  { list }: MarkListQuestion,
): Question | undefined => questions.find(({ key, unit }) => key === list.marks.label && unit === list.kind)

/** Kept, since texts are drawn anew where the question is another. */
const spansQuestions = new WeakMap<MarkListQuestion, Question>()

/** The list as a question of spans, as which its text is marked and drawn: its labels are the options of a question about the marks. */
export function spansQuestionOf(stage: Pick<Stage, 'questions'>, question: MarkListQuestion): Question {
  const spansQuestion = spansQuestions.get(question) ?? makeSpansQuestion(stage, question)
  spansQuestions.set(question, spansQuestion)
  return spansQuestion
}

const NO_RANGE = { min: null, max: null, step: null }

function makeSpansQuestion(stage: Pick<Stage, 'questions'>, question: MarkListQuestion): Question {
  const { list, range, options: _, ...others } = question
  const label = labelQuestionOf(stage, question)
  return {
    ...others,
    form: 'spans',
    spans: { ...list.marks, labelLater: true },
    range: { ...(range ?? NO_RANGE), max: Math.min(range?.max ?? MOST_ENTRIES, MOST_ENTRIES) },
    ...(label?.options ? { options: label.options } : {}),
  }
}

/** Does the question say where an entry of a list of the stage is? */
export const isPlaceQuestion = ({ questions }: Pick<Stage, 'questions'>, { key, unit }: Question): boolean =>
  questions.some(({ list }) => list?.marks && list.kind === unit && list.text === key)

/** The list of marks that a unit is an entry of, or stands in one; null where it is in none. */
export function marksAround({ survey }: Pick<Bench, 'survey'>, key: string): AskedMarkList | null {
  const unit = survey.units.get(key)?.unit
  const whole = unit?.parent === undefined ? undefined : survey.units.get(unit.parent)
  const question = whole?.asked.filter(hasMarks).find(({ list }) => list.kind === unit?.kind)
  if (whole && question) return { unit: whole.unit, question }
  return whole ? marksAround({ survey }, whole.unit.key) : null
}

/** The name of the text of a list among the fields of its unit: the list beside it has its own. */
const textName = ({ key }: MarkListQuestion) => `${key}-text`

/** The id of the field in which the spans of a question, or the entries of a list, are marked. */
export const markedFieldId = (unit: string, question: Question): string =>
  fieldId(unit, hasMarks(question) ? textName(question) : question.key)

/** Kept while answers are the same: texts are drawn anew where their marks are others. */
const marksByAnswers = new WeakMap<Answers, Map<string, readonly Mark[]>>()

function marksIn(question: MarkListQuestion, answers: Answers, unit: string): readonly Mark[] {
  const ofAnswers = marksByAnswers.get(answers) ?? new Map<string, readonly Mark[]>()
  marksByAnswers.set(answers, ofAnswers)
  const name = `${unit} ${question.key}`
  const marks = ofAnswers.get(name) ?? marksOf(question, answers, unit)
  ofAnswers.set(name, marks)
  return marks
}

/** How a list of marks is marked on the workbench: what is marked is an entry, which is open from then on while the focus stays in the text. */
export function marksHost(bench: Bench, { unit, question }: AskedMarkList) {
  const { stage, subject, answers, survey, open } = bench
  const list = listOf(answers, unit.key, question)
  const marks = marksIn(question, answers, unit.key)
  const label = labelQuestionOf(stage, question)?.key
  /** The key of the mark that was made last: only its place is known where it is picked. */
  let newMarkKey: string | null = null
  return {
    question: spansQuestionOf(stage, question),
    text: question.list.marks.textIn(subject.content),
    spans: marks,
    picked: marks.find(({ entry }) => survey.units.has(entry) && isWithin(survey, open, entry)) ?? null,
    field: () => {
      const element = document.getElementById(markedFieldId(unit.key, question))
      return element instanceof HTMLTextAreaElement ? element : null
    },
    pick: (span: MarkedSpan | null) => {
      const entry = span && (span.entry ?? newMarkKey)
      if (entry) bench.enter(entry)
      else if (isWithin(survey, open, unit.key)) bench.enter(unit.key)
    },
    write: (spans: readonly MarkedSpan[]) => {
      const fresh = spans.find(({ entry }) => entry === undefined)
      newMarkKey = fresh ? newUnitKey() : null
      const remainingEntries = list.entries.filter(
        ({ key }) => spans.some(({ entry }) => entry === key) || marks.every(({ entry }) => entry !== key),
      )
      const entries = inTextOrder(
        newMarkKey ? [...remainingEntries, { key: newMarkKey, made: 'added', from: [] }] : remainingEntries,
        (key) => spans.find(({ entry = newMarkKey }) => entry === key),
      )
      const changed = spans.filter((span) => !marks.some((mark) => mark.entry === span.entry && sameSpan(mark, span)))
      const changes = changed.flatMap((span): CausedChange[] => {
        const key = span.entry ?? newMarkKey ?? ''
        const before = marks.find(({ entry }) => entry === span.entry)
        const place = { unit: key, question: question.list.text, value: spansAnswer({}, [{ ...span, label: null }]) }
        const moved = before?.start !== span.start || before.end !== span.end
        return [
          ...(moved ? [place] : []),
          ...(label === undefined || span.label === (before?.label ?? null)
            ? []
            : [{ unit: key, question: label, value: span.label }]),
        ]
      })
      const isOther = !sameValue(keysOf(entries), keysOf(list.entries))
      bench.chooseAll([...(isOther ? [listed(list, entries)] : []), ...changes], { origin: 'chosen' })
    },
    goToText: () => bench.go({ unit: unit.key, question: textName(question) }),
  }
}

const keysOf = (entries: readonly ListEntry[]) => entries.map(({ key }) => key)

/** The entries as their places stand in the text; those without a place at the end. */
function inTextOrder(
  entries: readonly ListEntry[],
  placeOf: (key: string) => MarkedSpan | undefined,
): readonly ListEntry[] {
  const place = (key: string) => placeOf(key) ?? { start: Number.MAX_SAFE_INTEGER, end: 0 }
  return entries.toSorted((one, other) => {
    const [first, second] = [place(one.key), place(other.key)]
    return first.start - second.start || first.end - second.end
  })
}
