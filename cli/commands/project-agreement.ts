import { table } from '@/cli/output'
import type { Session } from '@/cli/session'
import {
  type ComparisonView,
  getAgreementEndpoint,
  type MeasureView,
  type StageAgreement,
} from '@/lib/quality/agreement/contract'
import { coefficientText, estimateText } from '@/lib/quality/rater-matrix/rules'

/** assay agreement --project: coefficients, percent and prevalence together, each with what it is computed from. */
export async function projectAgreement(session: Session, given: string): Promise<void> {
  const { id: projectId } = await session.project(given)
  const agreement = await session.call(getAgreementEndpoint, { params: { projectId }, query: { intervals: 'always' } })
  session.output.result(agreement, () => agreement.stages.map(stageText).join('\n\n'))
}

function stageText({ title, tasks, measures, comparisons }: StageAgreement): string {
  const awaited = tasks.awaited > 0 ? ` (${tasks.awaited} more are being counted)` : ''
  return [
    `${title}: ${tasks.counted} tasks${awaited}`,
    ...(measures.length > 0 ? [table(HEADING, measures.map(row))] : []),
    ...(comparisons.length > 0
      ? [table(['COMPARED', 'UNIT', 'PAIRS', 'FIGURES'], comparisons.map(comparisonRow))]
      : []),
  ].join('\n')
}

const HEADING = ['MEASURE', 'UNIT', 'WITH TWO RATINGS', 'RATERS', 'AGREEMENT', 'ALPHA', 'PREVALENCE', 'OTHERS'] as const

function row({ title, unitOfAnalysis, all }: MeasureView) {
  const shares = all.categories.map(({ value, share }) => `${value} ${share === null ? '–' : share.toFixed(3)}`)
  const others = all.others.map(({ key, estimate }) => `${key} ${estimateText(estimate, coefficientText)}`)
  return [
    ...[title, unitOfAnalysis, all.unitsWithTwo, all.raters],
    ...[estimateText(all.percent, coefficientText), estimateText(all.alpha, coefficientText)],
    ...[shares.join(', '), others.join(', ')],
  ]
}

function comparisonRow({ title, unitOfAnalysis, pairs, figures }: ComparisonView) {
  const each = figures.map(
    (figure) => `${figure.title} ${estimateText(figure.estimate, figure.form === 'count' ? String : coefficientText)}`,
  )
  return [title, unitOfAnalysis, pairs, each.join(', ')]
}
