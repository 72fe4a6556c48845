import { CausesView } from '@/components/quality/agreement/disagreements/causes-view'
import { DifficultyView } from '@/components/quality/agreement/disagreements/difficulty-view'
import { DiscussionView } from '@/components/quality/agreement/disagreements/discussion-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData, pageQuery } from '@/lib/platform/server/page-data'
import { disagreementsPageSchema } from '@/lib/quality/agreement/disagreements/contract'
import { getCauses, getDifficulty, getDiscussion } from '@/lib/quality/agreement/disagreements/queries'
import { pageProject } from '@/lib/workspace/projects/queries'

export const metadata = { title: 'Disagreements' }

export default async function DisagreementsPage({
  params,
  searchParams,
}: PageProps<'/projects/[projectId]/agreement/disagreements'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/agreement/disagreements`, await searchParams)
  const { view, stage: asked, ...query } = pageQuery(disagreementsPageSchema, await searchParams)
  const stage = asked ?? (await pageData(pageProject(actor, projectId))).stages[0]?.key ?? ''
  if (view === 'causes')
    return <CausesView projectId={projectId} initialData={await pageData(getCauses(actor, projectId, stage))} />
  if (view === 'discussion')
    return <DiscussionView projectId={projectId} initialData={await pageData(getDiscussion(actor, projectId, stage))} />
  const initialData = await pageData(getDifficulty(actor, projectId, stage, query))
  return <DifficultyView projectId={projectId} query={query} initialData={initialData} />
}
