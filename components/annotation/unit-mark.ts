import { askedQuestions, unitState } from '@/lib/annotations/rules'
import { answerOf } from '@/lib/protocols/completeness'
import type { Answers, Option, Stage, Subject, Tone, UnitDraft } from '@/lib/protocols/protocol'

/** A unit's state as a letter and a tone, and in words. `null` letter: no verdict yet. */
export interface UnitMark {
  letter: string | null
  tone: Tone
  text: string
}

/** What has been said about a unit: the option of its first choice, and whether something is missing still. */
export function unitMark(stage: Stage, subject: Subject, answers: Answers, unit: UnitDraft): UnitMark {
  const state = unitState(stage, subject, answers, unit)
  if (state === 'unasked') return { letter: null, tone: 'neutral', text: 'nothing asked' }
  const chosen = firstChoice(stage, subject, answers, unit)
  if (!chosen) return { letter: null, tone: 'neutral', text: 'not answered' }
  const unfinished = state === 'begun'
  const letter = chosen.key.toUpperCase()
  return {
    letter: unfinished ? `${letter}…` : letter,
    tone: chosen.tone,
    text: unfinished ? `${chosen.text}, unfinished` : chosen.text,
  }
}

function firstChoice(stage: Stage, subject: Subject, answers: Answers, unit: UnitDraft): Option | undefined {
  const question = askedQuestions(stage, subject, answers, unit).find((candidate) => candidate.form === 'choice')
  return question?.options?.find((option) => option.value === answerOf(answers, unit.key, question.key))
}
