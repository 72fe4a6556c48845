/** What of an annotator's answers stands in the gold. Pure. */
import { answerOf } from '@/lib/protocols/completeness'
import { entriesOf } from '@/lib/protocols/made-units'
import { onlyIn, optionWords } from '@/lib/protocols/option-lists'
import type { Answers, Json, Question, Stage, UnitDraft } from '@/lib/protocols/protocol'
import { sameValue } from '@/lib/protocols/same-value'
import type { Change, Overruled } from './contract'

interface SettledValue {
  unit: string
  question: string
  value: Json
}

/**
 * Compares the answers of a lane, its lists under common keys (`alignLanes`), with what is settled. What was left blank or not
 * asked has no part in it, nor has a question whose answers stay each annotator's own.
 */
export function outcomeOf(
  stage: Stage,
  units: readonly UnitDraft[],
  laneAnswers: Answers,
  settled: readonly SettledValue[],
): { stood: number; overruled: Overruled[] } {
  const kinds = new Map(units.map(({ key, kind }) => [key, kind]))
  const overruled: Overruled[] = []
  let stood = 0
  for (const { unit, question, value } of settled) {
    const kind = kinds.get(unit) ?? ''
    const askedQuestion = stage.questions.find((each) => each.key === question && each.unit === kind)
    const answer = answerOf(laneAnswers, unit, question)
    if (!askedQuestion || answer === null || askedQuestion.consolidate === 'aside') continue
    if (stands(askedQuestion, answer, value)) stood += 1
    else overruled.push({ unit, kind, question, own: answer, gold: value })
  }
  return { stood, overruled }
}

/** A list stands where none of its entries was left out; lists that are merged always do, and sets unless a value gave way. */
function stands({ form, list, consolidate }: Question, answer: Json, gold: Json): boolean {
  if (consolidate === 'union') return form !== 'set' || onlyIn(answer, gold).length === 0
  if (!list) return sameValue(answer, gold)
  const goldKeys = new Set(entriesOf(gold).flatMap(({ key, from = [] }) => [key, ...from]))
  return entriesOf(answer).every(({ key }) => goldKeys.has(key))
}

/** A change in words; null for questions that the stage no longer has. */
export function changeInWords(stage: Stage, { kind, question, own, gold }: Overruled): Change | null {
  const askedQuestion = stage.questions.find((each) => each.key === question && each.unit === kind)
  if (!askedQuestion) return null
  return { question: askedQuestion.title, own: optionWords(askedQuestion, own), gold: optionWords(askedQuestion, gold) }
}
