import { DIFFERS, type UnitMark } from '@/components/annotation/workbench/unit-mark'
import type { AgendaEntry } from '@/lib/adjudication/consolidation/rules'
import { optionLetter } from '@/lib/protocols/option-letter'
import type { Answers, Question, Stage, UnitDraft } from '@/lib/protocols/protocol'

/**
 * How far a unit is settled, of `inside`: its questions and those of its parts. Open ones first; otherwise its settled
 * choice, or that all its parts are settled.
 */
export function unitMark(
  stage: Stage,
  unit: UnitDraft,
  inside: readonly Pick<AgendaEntry, 'settled'>[],
  answers: Answers,
): UnitMark & { letter: string } {
  const open = inside.filter(({ settled }) => settled === null).length
  if (open > 0) return { letter: DIFFERS, tone: 'stale', text: `${open} open` }
  const choice = choiceOf(stage, unit.kind)
  const options = choice?.options ?? []
  const option = options.find((each) => each.value === (answers[unit.key]?.[choice?.key ?? ''] ?? null))
  if (option) return { letter: optionLetter(options, option) ?? '✓', tone: option.tone, text: option.text }
  if (inside.length > 0) return { letter: '✓', tone: 'neutral', text: 'all settled' }
  return { letter: '–', tone: 'neutral', text: 'nothing asked' }
}

/** The choice by which a unit is known: the one that the stage names, or else the first that is asked. */
function choiceOf({ questions, knownBy }: Stage, kind: string): Question | undefined {
  const choices = questions.filter((question) => question.unit === kind && question.options)
  return choices.find(({ key }) => key === knownBy?.[kind]) ?? choices[0]
}
