import type { UnitSurvey } from '@/lib/annotation/annotations/rules'
import { answerOf } from '@/lib/protocols/completeness'
import type { Answers, Option, Tone } from '@/lib/protocols/protocol'

/** A unit's state as a letter and a tone, and in words. `null` letter: no verdict yet. */
export interface UnitMark {
  letter: string | null
  tone: Tone
  text: string
}

/** What has been said about a unit: the option of its first choice, and whether something is missing still. */
export function unitMark(survey: UnitSurvey | undefined, answers: Answers): UnitMark {
  if (!survey || survey.state === 'unasked') return { letter: null, tone: 'neutral', text: 'nothing asked' }
  const chosen = firstChoice(survey, answers)
  if (!chosen) return { letter: null, tone: 'neutral', text: 'not answered' }
  const unfinished = survey.state === 'begun'
  const letter = chosen.key.toUpperCase()
  return {
    letter: unfinished ? `${letter}…` : letter,
    tone: chosen.tone,
    text: unfinished ? `${chosen.text}, unfinished` : chosen.text,
  }
}

function firstChoice({ unit, asked }: UnitSurvey, answers: Answers): Option | undefined {
  const question = asked.find((candidate) => candidate.form === 'choice')
  return question?.options?.find((option) => option.value === answerOf(answers, unit.key, question.key))
}
