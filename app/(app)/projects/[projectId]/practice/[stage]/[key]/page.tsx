import { hostOf } from '@/components/protocols/hosts'
import { PracticeBench } from '@/components/quality/practice/practice-bench'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getPracticeTask } from '@/lib/quality/practice/queries'
import { getFirstTasks } from '@/lib/workspace/users/first-tasks/queries'

export const metadata = { title: 'Practise' }

export default async function PracticeItemPage({ params }: PageProps<'/projects/[projectId]/practice/[stage]/[key]'>) {
  const { projectId, stage, key } = await params
  const actor = await requireActor(`/projects/${projectId}/practice/${stage}/${key}`)
  const place = { projectId, stage: decodeURIComponent(stage), key: decodeURIComponent(key) }
  const [task, firstTasks] = await Promise.all([
    pageData(getPracticeTask(actor, place)),
    getFirstTasks(actor, projectId),
  ])
  return (
    <PracticeBench key={`${stage} ${key}`} task={task} Host={await hostOf(task.protocolId)} firstTasks={firstTasks} />
  )
}
