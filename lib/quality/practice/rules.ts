/** What practice says of answers, and when it is done. Pure. */
import { problemWith } from '@/lib/annotation/annotations/rules'
import { alignLanes } from '@/lib/protocols/align-lanes'
import { countingAnswers, isAsked, standingAnswer } from '@/lib/protocols/completeness'
import { keysWithin } from '@/lib/protocols/keys-within'
import { withMadeUnits } from '@/lib/protocols/made-units'
import type { Reasons } from '@/lib/protocols/practice'
import type { Answers, Json, Question, Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import type { JudgedQuestion } from '@/lib/quality/calibration/contract'
import type { ComparedAnswer, ComparedUnit, PracticeBar, PracticeStage, PracticeState } from './contract'

export const DEFAULTS = { required: false, bars: {} }
export const NO_BAR: PracticeBar = { recall: null, kappa: null }

/** Bars hold from so many items of a stage on, each value of the question expected so often: with less, chance decides. */
export const FEWEST_ITEMS = 12
export const FEWEST_OF_A_VALUE = 3

export const questionKey = ({ stage, measure }: { stage: string; measure: string }): string => `${stage}/${measure}`
export const isBar = ({ recall, kappa }: PracticeBar): boolean => recall !== null || kappa !== null

/** Can a bar be held to this question? `expected`: how often each of its values is expected, those that never are among them. */
export const canHaveBar = (items: number, expected: readonly number[]): boolean =>
  items >= FEWEST_ITEMS && expected.length > 1 && expected.every((count) => count >= FEWEST_OF_A_VALUE)

interface StageFacts {
  items: number
  /** Items that were tried. */
  tried: number
  judged: readonly Pick<JudgedQuestion, 'recall' | 'kappa'>[]
}

/** Where a person stands. A bar that cannot be judged, because nothing was answered that it looks at, is not reached. */
export function stateOf({ items, tried, judged }: StageFacts): PracticeState {
  if (items === 0) return 'none'
  if (tried < items) return 'todo'
  return judged.every(({ recall, kappa }) => [recall, kappa].every(({ bar, met }) => bar === null || met === true))
    ? 'done'
    : 'missed'
}

type Standing = Pick<PracticeStage, 'state' | 'begun'>

/** Is there a stage to practise before its first task? */
export const isLacking = ({ state, begun }: Standing): boolean => !begun && (state === 'todo' || state === 'missed')

/** Does a person have to practise before they can be given any task of the project? */
export const comesFirst = ({ required, stages }: { required: boolean; stages: readonly Standing[] }): boolean =>
  required && stages.length > 0 && stages.every(isLacking)

interface Side {
  answers: Answers
  subject: Subject
}

/**
 * What somebody answered beside what is expected, unit by unit and question by question. Entries of lists are laid side by side first, as in
 * consolidation; what is told apart by its words, or stays everybody’s own, is shown and not held against anything.
 */
export function compareWithExpected(
  stage: Stage,
  subject: Subject,
  input: { own: Answers; expected: Answers; why: Reasons },
): ComparedUnit[] {
  const lanes = (['expected', 'own'] as const).map((id) => ({
    id,
    answers: countingAnswers(stage, subject, input[id]),
  }))
  const [expected, personSide] = alignLanes(stage, subject, lanes, {}).map(({ answers }): Side => {
    return { answers, subject: withMadeUnits(stage, subject, answers) }
  })
  if (!expected || !personSide) return []
  return unitsOfBoth(expected.subject.units, personSide.subject.units).flatMap((unit) => {
    const answers = compareUnit(stage, unit, { expected, own: personSide, why: input.why[unit.key] ?? {} })
    return answers.length === 0 ? [] : [{ unit, answers }]
  })
}

/** What is expected in its order; what only the person listed stands behind the last part of its whole. */
function unitsOfBoth(expected: readonly UnitDraft[], personUnits: readonly UnitDraft[]): UnitDraft[] {
  const units = [...expected]
  const expectedKeys = new Set(units.map(({ key }) => key))
  for (const unit of personUnits) {
    if (expectedKeys.has(unit.key)) continue
    const siblings = unit.parent === undefined ? new Set() : keysWithin({ units }, unit.parent)
    const last = units.findLastIndex(({ key }) => siblings.has(key))
    units.splice(last + 1, 0, unit)
  }
  return units
}

type Sides = { expected: Side; own: Side; why: Readonly<Record<string, string>> }

function compareUnit(stage: Stage, unit: UnitDraft, { expected, own, why }: Sides): ComparedAnswer[] {
  const has = ({ subject }: Side) => subject.units.some(({ key }) => key === unit.key)
  const reason = (question: string) => why[question] ?? null
  const entry = { question: null, expected: null, own: null }
  const list = stage.questions.find((question) => question.list?.kind === unit.kind)
  const isHeld = list?.consolidate === 'decide'
  if (!has(expected)) return isHeld ? [{ ...entry, verdict: 'added', why: null }] : []
  const isBoth = has(own)
  const presence: ComparedAnswer[] =
    isBoth || !isHeld ? [] : [{ ...entry, verdict: 'missing', why: reason(list?.list?.text ?? '') }]
  return [
    ...presence,
    ...stage.questions
      .filter((question) => question.unit === unit.kind && !question.list)
      .flatMap((question): ComparedAnswer[] => {
        const [wanted, said] = [standingOf(question, expected, unit), isBoth ? standingOf(question, own, unit) : null]
        if (wanted === null && said === null) return []
        // Said once: of an entry that was not listed the reason stands with that.
        const isSaid = presence.length > 0 && question.key === list?.list?.text
        const values = {
          question: question.key,
          expected: wanted,
          own: said,
          why: isSaid ? null : reason(question.key),
        }
        const isComparable = question.consolidate === 'decide' && isBoth
        return [{ ...values, verdict: isComparable ? (sameValue(wanted, said) ? 'same' : 'other') : 'free' }]
      }),
  ]
}

const standingOf = (question: Question, { subject, answers }: Side, unit: UnitDraft): Json =>
  isAsked(question, subject, answers, unit) ? standingAnswer(question, subject, answers, unit) : null

/** Of so many answers that are held against what is expected, so many say the same. */
export function countCompared(units: readonly ComparedUnit[]): { asExpected: number; judged: number } {
  const verdicts = units.flatMap(({ answers }) => answers.map(({ verdict }) => verdict))
  return {
    asExpected: verdicts.filter((verdict) => verdict === 'same').length,
    judged: verdicts.filter((verdict) => verdict !== 'free').length,
  }
}

/** Of kept answers those that the stage can still read: the item may have come with another version since. */
export function readableAnswers(
  { questions }: Pick<Stage, 'questions'>,
  subject: Pick<Subject, 'content'>,
  storedAnswers: Answers,
): Answers {
  const isReadable = (name: string, value: Json) =>
    questions.some((question) => question.key === name && problemWith(question, value, subject) === null)
  return Object.fromEntries(
    Object.entries(storedAnswers).map(([unit, values]) => [
      unit,
      Object.fromEntries(Object.entries(values).filter(([key, value]) => isReadable(key, value))),
    ]),
  )
}
