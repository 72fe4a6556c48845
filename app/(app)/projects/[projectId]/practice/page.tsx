import { z } from 'zod'
import { PracticeView } from '@/components/quality/practice/practice-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData, pageQuery } from '@/lib/platform/server/page-data'
import { getManagedPractice } from '@/lib/quality/practice/own-items/queries'
import { listPracticePeople } from '@/lib/quality/practice/people/queries'
import { getPractice } from '@/lib/quality/practice/queries'
import { pageProject } from '@/lib/workspace/projects/queries'

export const metadata = { title: 'Practice' }

const querySchema = z.object({ item: z.coerce.number().int().min(1).optional() })

export default async function PracticePage({ params, searchParams }: PageProps<'/projects/[projectId]/practice'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/practice`, await searchParams)
  const { item } = pageQuery(querySchema, await searchParams)
  const initialData = await pageData(getPractice(actor, projectId))
  const { abilities } = await pageData(pageProject(actor, projectId))
  const managed = abilities.manage
    ? {
        userId: actor.userId,
        settings: await pageData(getManagedPractice(actor, projectId)),
        people: await pageData(listPracticePeople(actor, projectId)),
      }
    : null
  return <PracticeView projectId={projectId} initialData={initialData} managed={managed} item={item} />
}
