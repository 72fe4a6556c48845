import { notFound } from 'next/navigation'
import { RunPage } from '@/components/prefill/run-view'
import { getRunEndpoint } from '@/lib/prefill/contract'
import { getPrefill, getRun } from '@/lib/prefill/queries'
import { getProject } from '@/lib/projects/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export const metadata = { title: 'Run' }

export default async function OneRunPage({ params }: PageProps<'/projects/[projectId]/prefill/runs/[runId]'>) {
  const { projectId, runId } = await params
  const actor = await requireActor(`/projects/${projectId}/prefill/runs/${runId}`)
  if (!getRunEndpoint.params?.safeParse({ projectId, runId }).success) notFound()
  const project = await pageData(getProject(actor, projectId))
  const overview = await pageData(getPrefill(actor, projectId))
  const initialData = await pageData(getRun(actor, projectId, runId))
  return <RunPage project={project} overview={overview} initialData={initialData} />
}
