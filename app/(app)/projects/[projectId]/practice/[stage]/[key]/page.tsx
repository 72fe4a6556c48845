import { z } from 'zod'
import { hostOf } from '@/components/protocols/hosts'
import { PracticeBench } from '@/components/quality/practice/practice-bench'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData, pageQuery } from '@/lib/platform/server/page-data'
import { findPracticeResult, getPracticeTask } from '@/lib/quality/practice/queries'
import { getFirstTasks } from '@/lib/workspace/users/first-tasks/queries'

export const metadata = { title: 'Practise' }

const querySchema = z.object({ show: z.enum(['result']).optional() })

export default async function PracticeItemPage({
  params,
  searchParams,
}: PageProps<'/projects/[projectId]/practice/[stage]/[key]'>) {
  const { projectId, stage, key } = await params
  const actor = await requireActor(`/projects/${projectId}/practice/${stage}/${key}`, await searchParams)
  const { show } = pageQuery(querySchema, await searchParams)
  const place = { projectId, stage: decodeURIComponent(stage), key: decodeURIComponent(key) }
  const [task, result, firstTasks] = await Promise.all([
    pageData(getPracticeTask(actor, place)),
    show ? pageData(findPracticeResult(actor, place)) : null,
    getFirstTasks(actor, projectId),
  ])
  return (
    <PracticeBench
      key={`${stage} ${key}`}
      task={task}
      result={result}
      Host={await hostOf(task.protocolId)}
      firstTasks={firstTasks}
    />
  )
}
