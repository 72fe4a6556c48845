import { notFound } from 'next/navigation'
import { RunPage } from '@/components/automation/prefill/run-view'
import { getRunEndpoint } from '@/lib/automation/prefill/contract'
import { getPrefill, getRun } from '@/lib/automation/prefill/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { pageProject } from '@/lib/workspace/projects/queries'

export const metadata = { title: 'Run' }

export default async function OneRunPage({ params }: PageProps<'/projects/[projectId]/prefill/runs/[runId]'>) {
  const { projectId, runId } = await params
  const actor = await requireActor(`/projects/${projectId}/prefill/runs/${runId}`)
  if (!getRunEndpoint.params?.safeParse({ projectId, runId }).success) notFound()
  const project = await pageData(pageProject(actor, projectId))
  const overview = await pageData(getPrefill(actor, projectId))
  const initialData = await pageData(getRun(actor, projectId, runId))
  return <RunPage project={project} overview={overview} initialData={initialData} />
}
