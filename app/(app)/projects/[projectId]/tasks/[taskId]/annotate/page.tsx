import { notFound } from 'next/navigation'
import { Workbench } from '@/components/annotation/workbench'
import { GateOnDemand } from '@/components/guidelines/gate-on-demand'
import { openWorkbenchEndpoint } from '@/lib/annotations/contract'
import { getWorkbench } from '@/lib/annotations/queries'
import { guidelineToConfirm } from '@/lib/guidelines/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export const metadata = { title: 'Annotate' }

export default async function AnnotatePage({ params }: PageProps<'/projects/[projectId]/tasks/[taskId]/annotate'>) {
  const { projectId, taskId } = await params
  const actor = await requireActor(`/projects/${projectId}/tasks/${taskId}/annotate`)
  if (!openWorkbenchEndpoint.params?.safeParse({ taskId }).success) notFound()
  const gate = await pageData(guidelineToConfirm(actor, taskId))
  if (gate && gate.projectId !== projectId) notFound()
  if (gate) return <GateOnDemand {...gate} />
  const workbench = await pageData(getWorkbench(actor, taskId))
  if (workbench.projectId !== projectId) notFound()
  return <Workbench key={taskId} initial={workbench} />
}
