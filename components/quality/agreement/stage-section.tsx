import { EmptyState } from '@/components/ui/empty-state'
import type { Agreement, StageAgreement } from '@/lib/quality/agreement/contract'
import { ComparisonsTable } from './comparisons-table'
import { CoverageNote } from './coverage-note'
import { countOf } from './figure-format'
import { type OverviewOrder, OverviewTable } from './overview-table'

interface StageSectionProps {
  agreement: Agreement
  stage: StageAgreement
  order: OverviewOrder
}

/** One stage: what its figures are about, its measures, its lists and texts. */
export function StageSection({ agreement, stage, order }: StageSectionProps) {
  const { measures, comparisons } = stage
  const mixed = new Set(measures.map(({ level }) => level)).size > 1
  return (
    <section aria-labelledby={`stage-${stage.key}`} className="space-y-4">
      <div className="space-y-1">
        <h2 id={`stage-${stage.key}`} className="font-semibold text-lg">
          {stage.title}
        </h2>
        <CoverageNote stage={stage} />
      </div>
      {stage.tasks.counted === 0 ? (
        <NothingYet stage={stage} />
      ) : (
        <>
          {measures.length > 0 ? <OverviewTable agreement={agreement} stage={stage} order={order} /> : null}
          {mixed ? (
            <p className="max-w-prose text-muted text-sm">
              Alpha of ordinal values forgives near misses, alpha of nominal ones does not: do not rank one against the
              other.
            </p>
          ) : null}
          {comparisons.length > 0 ? (
            <ComparisonsTable
              projectId={agreement.project.id}
              stage={stage}
              receipts={agreement.showsItems}
              comparisons={comparisons}
              pending={agreement.intervals === 'pending'}
            />
          ) : null}
        </>
      )}
    </section>
  )
}

function NothingYet({ stage }: { stage: StageAgreement }) {
  const { inProgress } = stage.tasks
  return (
    <EmptyState title="Nothing is revealed yet">
      {inProgress ? `${countOf(inProgress, 'task')} still being prepared or annotated. ` : ''}A task counts once all its
      annotators have submitted.
    </EmptyState>
  )
}
