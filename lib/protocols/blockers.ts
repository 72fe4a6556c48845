/** What still stands in the way of gold after a consolidation. */

import { answerOf, findings } from './completeness'
import { type Consolidation, mayBeMissing } from './consolidation'
import type { Finding, Stage, Subject } from './protocol'

/**
 * Everything that keeps the item from being confirmed: open questions, then what the protocol's own rules miss. Where
 * nothing has to stand, nothing is missing.
 */
export function blockers(stage: Stage, subject: Subject, outcome: Pick<Consolidation, 'answers' | 'open'>): Finding[] {
  const title = (key: string) => stage.questions.find((question) => question.key === key)?.title ?? key
  const open = outcome.open.map(({ unit, question }) => ({
    unit,
    question,
    message: `${title(question)} is not settled yet.`,
  }))
  const isOpen = (finding: Finding) =>
    open.some(({ unit, question }) => unit === finding.unit && question === finding.question)
  const needed = ({ unit, question: key }: Finding) =>
    answerOf(outcome.answers, unit, key) !== null ||
    !stage.questions.some((question) => question.key === key && mayBeMissing(stage, question))
  const missed = findings(stage, subject, outcome.answers).filter((finding) => !isOpen(finding) && needed(finding))
  return [...open, ...missed]
}
