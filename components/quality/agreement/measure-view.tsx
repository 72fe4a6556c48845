'use client'

import { useQuery } from '@tanstack/react-query'
import { Callout } from '@/components/ui/callout'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import type { MeasureDetail } from '@/lib/quality/agreement/detail/contract'
import { measureQuery, useAgreementStream } from '@/lib/quality/agreement/hooks'
import { CategoriesPanel } from './categories-panel'
import { CoefficientsPanel } from './coefficients-panel'
import { ConfusionPanel } from './confusion-panel'
import { DistancesPanel } from './distances-panel'
import { ManyNote } from './many-note'
import { PeoplePanel } from './people-panel'
import { PlannerPanel } from './planner/planner-panel'
import { ReceiptLinks } from './receipts/receipt-links'
import { ReferencesPanel } from './references-panel'
import { shownOf } from './shown'
import { SlicesPanel } from './slices-panel'

interface MeasureViewProps {
  projectId: string
  stage: string
  measure: string
  initialData: MeasureDetail
}

/** One measure in full: coefficients, values, people, gold and models, which values met, slices. */
export function MeasureView({ projectId, stage, measure: key, initialData }: MeasureViewProps) {
  const { data = initialData, isError } = useQuery({ ...measureQuery(projectId, stage, key), initialData })
  useAgreementStream(projectId)
  const { measure, pairs, references, raters, thresholds, showsItems } = data
  const pending = data.intervals === 'pending'
  const shown = shownOf({ projectId, stage, measure, showsItems })
  const kappas = [...pairs, ...references].flatMap(({ coefficients }) =>
    coefficients.filter((each) => each.key === 'cohen' && each.estimate.value !== null),
  )
  return (
    <div className="report">
      <PageHeader
        eyebrow={
          <>
            <Link href={`/projects/${projectId}/agreement`}>Agreement</Link>, {data.stage.title}
          </>
        }
        title={measure.title}
        description={`Counted by ${measure.unitOfAnalysis}; ${measure.level} values. Independent answers only, before anything was discussed.`}
        actions={showsItems ? <ReceiptLinks projectId={projectId} stage={stage} measure={key} /> : null}
      />
      <div className="space-y-6">
        {isError ? (
          <Callout tone="warning" live>
            The newest figures could not be fetched just now; reload the page to try again.
          </Callout>
        ) : null}
        <CoefficientsPanel shown={shown} figures={measure.all} thresholds={thresholds} pending={pending} />
        {measure.distances ? <DistancesPanel measure={measure} distances={measure.distances} /> : null}
        <CategoriesPanel shown={shown} figures={measure.all} pending={pending} />
        <PeoplePanel shown={shown} pairs={pairs} raters={raters} pending={pending} />
        <ReferencesPanel shown={shown} references={references} raters={raters} pending={pending} />
        <ManyNote coefficients={kappas.length} />
        <ConfusionPanel
          shown={shown}
          stage={stage}
          pairs={pairs}
          references={references}
          raters={raters}
          pending={pending}
          figures={measure.all}
        />
        <SlicesPanel shown={shown} stage={stage} all={measure.all} thresholds={thresholds} />
        <PlannerPanel projectId={projectId} stage={stage} measure={key} />
      </div>
    </div>
  )
}
