'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Callout } from '@/components/ui/callout'
import { ButtonLink, DownloadLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { SegmentedControl } from '@/components/ui/segmented-control'
import type { Agreement } from '@/lib/quality/agreement/contract'
import { agreementQuery, useAgreementStream } from '@/lib/quality/agreement/hooks'
import { ManyNote } from './many-note'
import type { OverviewOrder } from './overview-table'
import { RulesNote } from './rules-note'
import { StageSection } from './stage-section'

const ORDERS = [
  { value: 'asked', label: 'As asked' },
  { value: 'lower', label: 'By lower end of the interval' },
] as const

interface AgreementViewProps {
  projectId: string
  initialData: Agreement
}

/** Agreement of independent annotators: every stage and measure at a glance. */
export function AgreementView({ projectId, initialData }: AgreementViewProps) {
  const { data = initialData, isError } = useQuery({ ...agreementQuery(projectId), initialData })
  useAgreementStream(projectId)
  const [order, setOrder] = useState<OverviewOrder>('asked')
  const measures = data.stages.flatMap((stage) => stage.measures)
  return (
    <div className="report">
      <PageHeader
        title="Agreement"
        description="How far independent annotators gave the same answers before anything was discussed."
        actions={<Ways projectId={projectId} />}
      />
      <div className="space-y-8">
        {isError ? (
          <Callout tone="warning" live>
            The newest figures could not be fetched just now; reload the page to try again.
          </Callout>
        ) : null}
        <div className="space-y-3">
          {measures.length > 1 ? (
            <SegmentedControl label="Order of the measures" options={ORDERS} value={order} onValueChange={setOrder} />
          ) : null}
          <ManyNote coefficients={measures.filter(({ all }) => all.alpha.value !== null).length} />
          <p role="status" className={data.intervals === 'pending' ? 'text-muted text-sm' : 'sr-only'}>
            {data.intervals === 'pending'
              ? 'Intervals are being computed; they appear here by themselves.'
              : 'All intervals are there.'}
          </p>
        </div>
        {data.stages.map((stage) => (
          <StageSection key={stage.key} agreement={data} stage={stage} order={order} />
        ))}
        <RulesNote agreement={data} />
      </div>
    </div>
  )
}

function Ways({ projectId }: { projectId: string }) {
  return (
    <div className="flex flex-wrap gap-2 print:hidden">
      <ButtonLink href={`/projects/${projectId}/agreement/disagreements`}>Disagreements</ButtonLink>
      <ButtonLink href={`/projects/${projectId}/agreement/methods`}>Methods text</ButtonLink>
      <ButtonLink href={`/projects/${projectId}/dataset`}>What the gold consists of</ButtonLink>
      <DownloadLink href={`/api/projects/${projectId}/agreement`}>Figures as JSON</DownloadLink>
    </div>
  )
}
