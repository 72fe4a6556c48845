'use client'

import { useQuery } from '@tanstack/react-query'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { ButtonLink, DownloadLink } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import { Tabs } from '@/components/ui/tabs'
import type { Agreement, StageAgreement } from '@/lib/agreement/contract'
import { agreementQuery } from '@/lib/agreement/hooks'
import { CoverageNote } from './coverage-note'
import { countOf } from './figure-format'
import { MeasureSection } from './measure-section'
import { OverviewTable } from './overview-table'
import { RulesNote } from './rules-note'

/** Agreement of independent annotators. */
export function AgreementView({ projectId, initialData }: { projectId: string; initialData: Agreement }) {
  const pending = initialData.intervals === 'pending'
  // What takes seconds is fetched once the rest can be read.
  const { data = initialData, isError } = useQuery({
    ...agreementQuery(projectId),
    ...(pending ? { placeholderData: initialData } : { initialData }),
  })
  return (
    <>
      <PageHeader
        title="Agreement"
        description="How far independent annotators gave the same answers before anything was discussed."
        actions={
          <>
            <ButtonLink href={`/projects/${projectId}/dataset`}>What the gold consists of</ButtonLink>
            <DownloadLink href={`/api/projects/${projectId}/agreement`}>Figures as JSON</DownloadLink>
          </>
        }
      />
      <div className="space-y-10">
        {isError && pending ? (
          <Callout tone="warning" live>
            The intervals could not be computed just now; reload the page to try again.
          </Callout>
        ) : null}
        {data.stages.map((stage) => (
          <StageSection key={stage.key} agreement={data} stage={stage} />
        ))}
        <RulesNote agreement={data} />
      </div>
    </>
  )
}

function StageSection({ agreement, stage }: { agreement: Agreement; stage: StageAgreement }) {
  const { inProgress } = stage.tasks
  return (
    <section aria-labelledby={`stage-${stage.key}`} className="space-y-6">
      <div className="space-y-1">
        <h2 id={`stage-${stage.key}`} className="font-semibold text-lg">
          {stage.title}
        </h2>
        <CoverageNote stage={stage} />
      </div>
      {stage.tasks.counted === 0 ? (
        <EmptyState title="Nothing is revealed yet">
          {inProgress ? `${countOf(inProgress, 'task')} still being prepared or annotated. ` : ''}A task counts once all
          its annotators have submitted.
        </EmptyState>
      ) : (
        <>
          <OverviewTable measures={stage.measures} thresholds={agreement.thresholds} />
          <Tabs
            label="Measures"
            items={stage.measures.map((measure) => ({
              value: measure.key,
              label: measure.title,
              content: <MeasureSection agreement={agreement} measure={measure} stage={stage.key} />,
            }))}
          />
        </>
      )}
    </section>
  )
}
