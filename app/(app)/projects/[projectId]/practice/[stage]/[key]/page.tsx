import { hostOf } from '@/components/protocols/hosts'
import { PracticeBench } from '@/components/quality/practice/practice-bench'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getPracticeTask } from '@/lib/quality/practice/queries'

export const metadata = { title: 'Practise' }

export default async function PracticeItemPage({ params }: PageProps<'/projects/[projectId]/practice/[stage]/[key]'>) {
  const { projectId, stage, key } = await params
  const actor = await requireActor(`/projects/${projectId}/practice/${stage}/${key}`)
  const place = { projectId, stage: decodeURIComponent(stage), key: decodeURIComponent(key) }
  const task = await pageData(getPracticeTask(actor, place))
  return <PracticeBench key={`${stage} ${key}`} task={task} Host={await hostOf(task.protocolId)} />
}
