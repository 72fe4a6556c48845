import { notFound, redirect } from 'next/navigation'
import { hostOf } from '@/components/protocols/hosts'
import { ProtocolWorkbench } from '@/components/protocols/protocol-workbench'
import { GateOnDemand } from '@/components/workspace/guidelines/gate-on-demand'
import { openWorkbenchEndpoint } from '@/lib/annotation/annotations/contract'
import { getWorkbench, practiceComesFirst } from '@/lib/annotation/annotations/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { guidelineToConfirm } from '@/lib/workspace/guidelines/queries'
import { getFirstTasks } from '@/lib/workspace/users/first-tasks/queries'
import { getAccount } from '@/lib/workspace/users/queries'

export const metadata = { title: 'Annotate' }

export default async function AnnotatePage({ params }: PageProps<'/projects/[projectId]/tasks/[taskId]/annotate'>) {
  const { projectId, taskId } = await params
  const actor = await requireActor(`/projects/${projectId}/tasks/${taskId}/annotate`)
  if (!openWorkbenchEndpoint.params?.safeParse({ taskId }).success) notFound()
  const gate = await pageData(guidelineToConfirm(actor, taskId))
  if (gate && gate.projectId !== projectId) notFound()
  if (gate) return <GateOnDemand {...gate} />
  if (await pageData(practiceComesFirst(actor, taskId))) redirect(`/projects/${projectId}/practice`)
  const [workbench, account, firstTasks] = await Promise.all([
    pageData(getWorkbench(actor, taskId)),
    getAccount(actor),
    getFirstTasks(actor, projectId),
  ])
  if (workbench.projectId !== projectId) notFound()
  const Host = await hostOf(workbench.protocolId)
  return (
    <ProtocolWorkbench
      key={taskId}
      initial={workbench}
      Host={Host}
      engine={account.searchEngine}
      firstTasks={firstTasks}
    />
  )
}
