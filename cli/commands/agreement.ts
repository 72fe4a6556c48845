import type { Command } from 'commander'
import { table } from '@/cli/output'
import type { Session } from '@/cli/session'
import { type EstimateView, getAgreementEndpoint, type MeasureView } from '@/lib/agreement/contract'

/** assay agreement: coefficient, percent and prevalence together, each with what it is computed from. */
export function agreementCommand(program: Command, session: () => Session): void {
  program
    .command('agreement')
    .description('agreement of independent annotators')
    .argument('<project>', 'its id or exact name')
    .action(async (given: string) => {
      const { id: projectId } = await session().project(given)
      const agreement = await session().call(getAgreementEndpoint, { params: { projectId } })
      session().output.result(agreement, () =>
        agreement.stages
          .map(({ title, tasks, measures }) => `${title}: ${tasks.counted} tasks\n${table(HEADING, measures.map(row))}`)
          .join('\n\n'),
      )
    })
}

const HEADING = ['MEASURE', 'UNIT', 'WITH TWO RATINGS', 'RATERS', 'AGREEMENT', 'ALPHA', 'PREVALENCE'] as const

function row({ title, unitOfAnalysis, all }: MeasureView) {
  const prevalence = all.prevalence.map(({ value, share }) => `${value} ${share === null ? '–' : share.toFixed(3)}`)
  return [
    title,
    unitOfAnalysis,
    all.unitsWithTwo,
    all.raters,
    figure(all.percent),
    figure(all.alpha),
    prevalence.join(', '),
  ]
}

/** A figure with its interval, or why there is none. */
function figure({ value, words, interval }: EstimateView): string {
  if (value === null) return words ?? 'undefined'
  return interval ? `${value.toFixed(3)} [${interval.low.toFixed(3)}, ${interval.high.toFixed(3)}]` : value.toFixed(3)
}
