/** Where the workbench goes next: pure, so that the keys' journey through a document can be tested without a page. */
import { askedQuestions, nextMissing, surveyOf } from '@/lib/annotation/annotations/rules'
import { entriesOf, withMadeUnits } from '@/lib/protocols/made-units'
import type { Answers, Question, Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'

/** A unit, and the field in it that takes the focus; null means the unit as such. */
export interface BenchPlace {
  unit: string
  question: string | null
  /** The question as such takes the focus: nothing is written there. */
  atQuestion?: true
}

/** The kind of unit that stands for the whole item: always in sight, and last on the way through. */
export const WHOLE = 'item'

export const isWhole = (unit: UnitDraft) => unit.kind === WHOLE

/**
 * The units in the order in which one works through them: a whole before its parts unless its kind says otherwise, kinds
 * without questions left out, the item last.
 */
export function workOrder(stage: Stage, subject: Subject): UnitDraft[] {
  const kinds = new Set(stage.questions.map(({ unit }) => unit))
  const stops = partsFirst(stage, subject.units).filter(({ kind }) => kinds.has(kind))
  return [...stops.filter((unit) => !isWhole(unit)), ...stops.filter(isWhole)]
}

/** Units of kinds that come after their parts, put behind the last of them. */
function partsFirst(stage: Stage, units: readonly UnitDraft[]): readonly UnitDraft[] {
  const late = new Set(stage.unitKinds.flatMap(({ kind, partsFirst: isLate }) => (isLate ? [kind] : [])))
  if (late.size === 0) return units
  const ordered: UnitDraft[] = []
  const waiting: UnitDraft[] = []
  for (const unit of units) {
    while (waiting.length > 0 && waiting.at(-1)?.key !== unit.parent) ordered.push(...waiting.splice(-1))
    if (late.has(unit.kind)) waiting.push(unit)
    else ordered.push(unit)
  }
  return [...ordered, ...waiting.reverse()]
}

/** The next unit after `from` in work order (wrapping round) that something is missing from; null when nothing is. */
export function nextLacking(stage: Stage, subject: Subject, answers: Answers, from: string | null): string | null {
  const whole = withMadeUnits(stage, subject, answers)
  return nextMissing(stage, whole, answers, from, workOrder(stage, whole))
}

/** The unit to open first: the first with something missing, else the first. */
export function firstUnit(stage: Stage, subject: Subject, answers: Answers): string {
  return nextLacking(stage, subject, answers, null) ?? workOrder(stage, subject)[0]?.key ?? ''
}

/** The neighbour of a unit in work order; at the ends, the unit itself. */
export function neighbour(stage: Stage, subject: Subject, unit: string, step: 1 | -1): string {
  const keys = workOrder(stage, subject).map(({ key }) => key)
  return keys[keys.indexOf(unit) + step] ?? unit
}

/**
 * Where to go on from a unit that is done. What was added by hand at the end of a list leads back to what the list is of,
 * where the next is added; all else leads further.
 */
export function onward(stage: Stage, subject: Subject, answers: Answers, unit: string): string {
  return wholeOfLastAdded(stage, subject, answers, unit) ?? further(stage, subject, answers, unit)
}

function wholeOfLastAdded(stage: Stage, subject: Subject, answers: Answers, unit: string): string | null {
  const { kind, parent } = withMadeUnits(stage, subject, answers).units.find(({ key }) => key === unit) ?? {}
  if (parent === undefined) return null
  const ends = stage.questions
    .filter(({ list }) => list?.kind === kind)
    .map(({ key }) => entriesOf(answers[parent]?.[key]).at(-1))
  return ends.some((last) => last?.key === unit && last.made === 'added') ? parent : null
}

/** To what is missing further on, round to the start, else to the next unit. */
export function further(stage: Stage, subject: Subject, answers: Answers, unit: string): string {
  const missing = nextLacking(stage, subject, answers, unit)
  if (missing !== null && missing !== unit) return missing
  // What is listed has neighbours as well.
  return neighbour(stage, withMadeUnits(stage, subject, answers), unit, 1)
}

/**
 * Where Enter in a text leads: to the unit's own questions while more than texts are missing from it, or a list of its own is still
 * empty, else onward.
 */
export function placeBehind(stage: Stage, subject: Subject, answers: Answers, open: string): BenchPlace {
  const { unit, asked = [], lacking = [] } = surveyOf(stage, subject, answers).units.get(open) ?? {}
  const isListed = stage.questions.some(({ list }) => list?.kind === unit?.kind)
  const canList =
    isListed && asked.some(({ form, key }) => form === 'list' && entriesOf(answers[open]?.[key]).length === 0)
  const stays = canList || lacking.some(({ form }) => form !== 'text' && form !== 'number')
  return { unit: stays ? open : onward(stage, subject, answers, open), question: null }
}

/**
 * Where a fresh answer leads. An incomplete verdict stays and, if a text is what it lacks, goes there; a complete one
 * goes on, unless it asks for a list, which would be out of sight before anybody saw it. An answer elsewhere than in the open unit
 * moves nothing, unless it raises a question there.
 */
export function placeAfter(
  stage: Stage,
  subject: Subject,
  { before, after }: { before: Answers; after: Answers },
  open: string,
  answered: string,
): BenchPlace | null {
  const unit = surveyOf(stage, subject, after).units.get(answered)
  if (!unit) return null
  const lacking = unit.lacking[0]
  if (lacking)
    return { unit: answered, question: lacking.form === 'text' || lacking.form === 'number' ? lacking.key : null }
  if (answered !== open) return null
  const asksForList = unit.asked.some(
    (question) => question.form === 'list' && !isAsked(stage, subject, before, question, unit.unit),
  )
  return { unit: asksForList ? open : onward(stage, subject, after, open), question: null }
}

const isAsked = (stage: Stage, subject: Subject, answers: Answers, question: Question, unit: UnitDraft): boolean =>
  askedQuestions(stage, withMadeUnits(stage, subject, answers), answers, unit).includes(question)
