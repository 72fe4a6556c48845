import type { Tone } from '@/components/ui/tone'
import type { UnitSurvey } from '@/lib/annotation/annotations/rules'
import { answerOf } from '@/lib/protocols/completeness'
import { optionLetter } from '@/lib/protocols/option-letter'
import type { Answers, Option } from '@/lib/protocols/protocol'
import type { Bench } from './bench-context'

/** A unit's state as a letter and a tone, and in words. `null` letter: no verdict yet. */
export interface UnitMark {
  letter: string | null
  tone: Tone
  text: string
}

/** Where a unit stands for the reader: on the desk how far it is settled, on the workbench what was answered. */
export const markOf = ({ standing, survey, answers }: Pick<Bench, 'standing' | 'survey' | 'answers'>, unit: string) =>
  standing?.(unit) ?? unitMark(survey.units.get(unit), answers)

/** The letter of a unit about which something is open on the desk. */
export const DIFFERS = '≠'

/** Is it the mark of such a unit? */
export const differs = (mark: UnitMark | undefined): mark is UnitMark & { letter: string } => mark?.letter === DIFFERS

/** What has been said about a unit: the option of its first choice, and whether something is missing still. */
export function unitMark(survey: UnitSurvey | undefined, answers: Answers): UnitMark {
  if (!survey || survey.state === 'unasked') return { letter: null, tone: 'neutral', text: 'nothing asked' }
  const { options, chosen } = firstChoice(survey, answers)
  if (!chosen) return { letter: null, tone: 'neutral', text: 'not answered' }
  const unfinished = survey.state === 'begun'
  // Letters of the value, as at the desk: keys stand on buttons only.
  const letter = optionLetter(options, chosen) ?? '✓'
  return {
    letter: unfinished ? `${letter}…` : letter,
    tone: chosen.tone,
    text: unfinished ? `${chosen.text}, unfinished` : chosen.text,
  }
}

function firstChoice({ unit, asked }: UnitSurvey, answers: Answers): { options: readonly Option[]; chosen?: Option } {
  const question = asked.find((candidate) => candidate.form === 'choice')
  const options = question?.options ?? []
  const value = question ? answerOf(answers, unit.key, question.key) : null
  return { options, chosen: options.find((option) => option.value === value) }
}
