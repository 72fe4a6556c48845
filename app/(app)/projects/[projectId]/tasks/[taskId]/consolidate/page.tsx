import { notFound, redirect } from 'next/navigation'
import { DeskWithSearches } from '@/components/automation/evidence/desk-with-searches'
import { hostOf } from '@/components/protocols/hosts'
import { getConsolidationEndpoint } from '@/lib/adjudication/consolidation/contract'
import { getConsolidation, itemOfVotes } from '@/lib/adjudication/consolidation/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'

export const metadata = { title: 'Settle' }

export default async function ConsolidatePage({
  params,
}: PageProps<'/projects/[projectId]/tasks/[taskId]/consolidate'>) {
  const { projectId, taskId } = await params
  const actor = await requireActor(`/projects/${projectId}/tasks/${taskId}/consolidate`)
  if (!getConsolidationEndpoint.params?.safeParse({ taskId }).success) notFound()
  const itemId = await pageData(itemOfVotes(actor, taskId))
  if (itemId) redirect(`/projects/${projectId}/items/${itemId}`)
  const initialData = await pageData(getConsolidation(actor, taskId))
  if (initialData.projectId !== projectId) notFound()
  return <DeskWithSearches key={taskId} initialData={initialData} Host={await hostOf(initialData.protocolId)} />
}
