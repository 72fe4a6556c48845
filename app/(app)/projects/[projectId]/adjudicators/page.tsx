import { AdjudicatorsView } from '@/components/quality/adjudicators/adjudicators-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { listAdjudicators } from '@/lib/quality/adjudicators/queries'
import { getSeconds } from '@/lib/quality/second-adjudication/queries'

export const metadata = { title: 'Adjudicators' }

export default async function AdjudicatorsPage({ params }: PageProps<'/projects/[projectId]/adjudicators'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/adjudicators`)
  const initialData = await pageData(listAdjudicators(actor, projectId))
  const seconds = await pageData(getSeconds(actor, projectId))
  return <AdjudicatorsView projectId={projectId} initialData={initialData} seconds={seconds} />
}
