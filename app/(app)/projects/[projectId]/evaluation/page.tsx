import { z } from 'zod'
import { EvaluationView } from '@/components/gold/evaluation/evaluation-view'
import { listEvaluations } from '@/lib/gold/evaluation/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData, pageQuery } from '@/lib/platform/server/page-data'

export const metadata = { title: 'Evaluation' }

const query = z.object({ task: z.string().max(100).optional() })

export default async function EvaluationPage({ params, searchParams }: PageProps<'/projects/[projectId]/evaluation'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/evaluation`, await searchParams)
  const { task } = pageQuery(query, await searchParams)
  const initialData = await pageData(listEvaluations(actor, projectId))
  return <EvaluationView projectId={projectId} task={task} initialData={initialData} />
}
