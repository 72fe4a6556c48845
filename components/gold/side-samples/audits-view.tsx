'use client'
import { useQuery } from '@tanstack/react-query'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import type { AuditsView as AuditsData } from '@/lib/gold/side-samples/contract'
import { auditsQuery } from '@/lib/gold/side-samples/hooks'
import type { SamplingView } from '@/lib/gold/side-samples/sampling/contract'
import { AuditKindPanel } from './audit-kind-panel'
import { AuditResult } from './audit-result'
import { SamplingPanel } from './sampling-panel'

interface AuditsViewProps {
  projectId: string
  initialData: AuditsData
  /** The sets of the project; null for those who do not manage it. */
  sampling: SamplingView | null
}

/** What is drawn from a project: items to annotate by set, and gold to be audited by others. */
export function AuditsView({ projectId, initialData, sampling }: AuditsViewProps) {
  const { data } = useQuery({ ...auditsQuery(projectId), initialData })
  const { kinds, audits, auditOf, canCreate } = data
  return (
    <>
      <PageHeader
        title="Sampling and audits"
        description="Which items are annotated, set by set; and samples of the gold that others judge for something else, in projects of their own."
      />
      <div className="space-y-8">
        {auditOf ? (
          <Callout>
            This project is an audit ({auditOf.title.toLowerCase()}) of{' '}
            <Link href={`/projects/${auditOf.projectId}/audits`}>{auditOf.name}</Link>.
          </Callout>
        ) : null}
        <section aria-labelledby="audits-heading" className="space-y-4">
          <h2 id="audits-heading" className="font-semibold text-lg">
            Audits
          </h2>
          {kinds.length === 0 ? (
            <EmptyState title="No audits for this protocol">
              The paper behind this protocol audited nothing of its gold on the side. There is nothing to do here.
            </EmptyState>
          ) : (
            <div className="grid gap-4 lg:grid-cols-2">
              {kinds.map((kind) => (
                <AuditKindPanel key={kind.key} projectId={projectId} kind={kind} canCreate={canCreate} />
              ))}
            </div>
          )}
          {audits.map((audit) => (
            <AuditResult key={audit.auditId} audit={audit} />
          ))}
        </section>
        {sampling ? <SamplingPanel key={sampling.by} projectId={projectId} initialData={sampling} /> : null}
      </div>
    </>
  )
}
