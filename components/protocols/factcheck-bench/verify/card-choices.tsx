'use client'
import { useBench } from '@/components/annotation/workbench/bench-context'
import { suggestedOptions } from '@/components/annotation/workbench/suggested'
import { Below } from '@/components/protocols/factcheck-bench/shared/below'
import { KeyChoice } from '@/components/protocols/factcheck-bench/shared/key-choice'
import { askedQuestion } from '@/components/protocols/factcheck-bench/shared/questions'
import { answerOf } from '@/lib/protocols/completeness'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { choose } from './handlers'

/** Two to a row where there is little room, so that every word is whole. */
const COLUMNS: Readonly<Record<string, string>> = {
  stance: 'grid-cols-2 xl:grid-cols-4',
  reliable: 'grid-cols-2',
  sufficient: 'grid-cols-2',
}

/**
 * Stance, trust in the source, and whether the passage alone decides, each with its own question; the keys answer for the
 * open card.
 */
export function CardChoices({ unit }: { unit: UnitDraft }) {
  return (
    <div className="mt-2 space-y-2">
      <CardChoice unit={unit} questionKey="stance" />
      <div className="grid gap-x-4 gap-y-2 border-line border-t border-dashed pt-2 sm:grid-cols-2">
        <CardChoice unit={unit} questionKey="reliable" />
        <CardChoice unit={unit} questionKey="sufficient" />
      </div>
    </div>
  )
}

function CardChoice({ unit, questionKey }: { unit: UnitDraft; questionKey: string }) {
  const bench = useBench()
  const question = askedQuestion(bench, unit, questionKey)
  if (!question) return null
  return (
    <div>
      <KeyChoice
        question={question}
        value={answerOf(bench.answers, unit.key, question.key)}
        suggested={suggestedOptions(bench, { unit, question })}
        hasKeys={bench.open === unit.key}
        isNarrow
        className={COLUMNS[questionKey]}
        onChoose={(value) => choose(bench, unit, question.key, value)}
      />
      <Below unit={unit} question={question} />
    </div>
  )
}
