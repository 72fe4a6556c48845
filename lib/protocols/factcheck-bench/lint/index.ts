/** Finds inconsistencies in gold: of its own making, and what an imported record says of itself. */

import { isAsked } from '@/lib/protocols/completeness'
import { decomposeStage } from '@/lib/protocols/factcheck-bench/decompose'
import type { StageView } from '@/lib/protocols/factcheck-bench/formats/gold-document'
import { mergeStage } from '@/lib/protocols/factcheck-bench/merge'
import { verifyStage } from '@/lib/protocols/factcheck-bench/verify'
import type { Linter, LintFinding, Stage } from '@/lib/protocols/protocol'
import { kinds } from './kinds'
import { lintClaims } from './lint-claims'
import { lintResponse } from './lint-response'
import { found, type LintView, lintView } from './lint-view'

/* Labels that are asked for and missing, of those that the published files hold. */

/** The files hold no label of evidence that annotators found themselves. */
const UNLABELLED = 'own-evidence'

const lintMissing = ({ decompose, verify, merge }: LintView): LintFinding[] => [
  ...missingIn(decomposeStage, decompose),
  ...missingIn(verifyStage, verify),
  ...missingIn(mergeStage, merge),
]

function missingIn(stage: Stage, view: StageView | null): LintFinding[] {
  if (!view) return []
  const { subject, answers } = view
  const labels = stage.questions.filter(({ form, required }) => form === 'choice' && required)
  return subject.units
    .filter(({ kind }) => kind !== UNLABELLED)
    .flatMap((unit) =>
      labels
        .filter((question) => isAsked(question, subject, answers, unit))
        .flatMap(({ key, title }) =>
          found(
            (answers[unit.key]?.[key] ?? null) === null,
            'missing-label',
            [stage.key, unit.key, key],
            `${title} is missing.`,
          ),
        ),
    )
}

export const linter: Linter = {
  kinds,
  check(gold) {
    const view = lintView(gold)
    return [...lintResponse(view), ...lintClaims(view), ...lintMissing(view)]
  },
}
