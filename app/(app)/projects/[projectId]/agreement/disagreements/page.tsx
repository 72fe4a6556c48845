import { CausesView } from '@/components/agreement/disagreements/causes-view'
import { DifficultyView } from '@/components/agreement/disagreements/difficulty-view'
import { DiscussionView } from '@/components/agreement/disagreements/discussion-view'
import { disagreementsPageSchema } from '@/lib/agreement/disagreements/contract'
import { getCauses, getDifficulty, getDiscussion } from '@/lib/agreement/disagreements/queries'
import { getProject } from '@/lib/projects/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData, pageQuery } from '@/lib/server/page-data'

export const metadata = { title: 'Disagreements' }

export default async function DisagreementsPage({
  params,
  searchParams,
}: PageProps<'/projects/[projectId]/agreement/disagreements'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/agreement/disagreements`, await searchParams)
  const { view, stage: asked, ...query } = pageQuery(disagreementsPageSchema, await searchParams)
  const stage = asked ?? (await pageData(getProject(actor, projectId))).stages[0]?.key ?? ''
  if (view === 'causes')
    return <CausesView projectId={projectId} initialData={await pageData(getCauses(actor, projectId, stage))} />
  if (view === 'discussion')
    return <DiscussionView projectId={projectId} initialData={await pageData(getDiscussion(actor, projectId, stage))} />
  const initialData = await pageData(getDifficulty(actor, projectId, stage, query))
  return <DifficultyView projectId={projectId} query={query} initialData={initialData} />
}
