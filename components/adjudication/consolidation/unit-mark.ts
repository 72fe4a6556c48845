import { DIFFERS, type UnitMark } from '@/components/annotation/workbench/unit-mark'
import type { AgendaEntry } from '@/lib/adjudication/consolidation/rules'
import { optionLetter } from '@/lib/protocols/option-letter'
import type { Answers, Stage, UnitDraft } from '@/lib/protocols/protocol'

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
  const choice = stage.questions.find((question) => question.unit === unit.kind && question.options)
  const options = choice?.options ?? []
  const option = options.find((each) => each.value === (answers[unit.key]?.[choice?.key ?? ''] ?? null))
  if (option) return { letter: optionLetter(options, option) ?? '✓', tone: option.tone, text: option.text }
  if (inside.length > 0) return { letter: '✓', tone: 'neutral', text: 'all settled' }
  return { letter: '–', tone: 'neutral', text: 'nothing asked' }
}
