import { forbidden, notFound } from 'next/navigation'
import { TriageView } from '@/components/automation/prefill/triage-view'
import { getRunEndpoint } from '@/lib/automation/prefill/contract'
import { getPrefill, getRun } from '@/lib/automation/prefill/queries'
import { getTriage } from '@/lib/automation/prefill/triage/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { pageProject } from '@/lib/workspace/projects/queries'

export const metadata = { title: 'Choose what is worth annotating' }

export default async function TriagePage({ params }: PageProps<'/projects/[projectId]/prefill/runs/[runId]/triage'>) {
  const { projectId, runId } = await params
  const actor = await requireActor(`/projects/${projectId}/prefill/runs/${runId}/triage`)
  if (!getRunEndpoint.params?.safeParse({ projectId, runId }).success) notFound()
  const { abilities } = await pageData(pageProject(actor, projectId))
  if (!abilities.manage) forbidden()
  const run = await pageData(getRun(actor, projectId, runId))
  const { canTriage } = await pageData(getPrefill(actor, projectId))
  if (!canTriage || run.kind !== 'pipeline') notFound()
  const initialData = await pageData(getTriage(actor, { projectId, runId }))
  return <TriageView projectId={projectId} run={run} initialData={initialData} canChange={abilities.change} />
}
