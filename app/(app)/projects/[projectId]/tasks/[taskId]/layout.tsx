import { WithdrawnTaskView } from '@/components/workspace/items/withdrawn-task-view'
import { openWorkbenchEndpoint } from '@/lib/annotation/annotations/contract'
import { pageActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { pageProject } from '@/lib/workspace/projects/queries'
import { findWithdrawnTask } from '@/lib/workspace/tasks/queries'

/** The pages of a task; of a withdrawn item, why they are gone. Strangers are sent to sign in by the page itself. */
export default async function TaskLayout({ params, children }: LayoutProps<'/projects/[projectId]/tasks/[taskId]'>) {
  const { projectId, taskId } = await params
  const actor = await pageActor()
  if (!actor || !openWorkbenchEndpoint.params?.safeParse({ taskId }).success) return children
  const { abilities } = await pageData(pageProject(actor, projectId))
  const found = await findWithdrawnTask(actor, { projectId, taskId })
  if (!found) return children
  return <WithdrawnTaskView projectId={projectId} mayOpenItem={abilities.browseItems} {...found} />
}
