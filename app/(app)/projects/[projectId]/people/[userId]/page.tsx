import { notFound } from 'next/navigation'
import { PersonView } from '@/components/quality/people/person-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { listPeople } from '@/lib/quality/people/queries'

export const metadata = { title: 'Person' }

export default async function PersonPage({ params }: PageProps<'/projects/[projectId]/people/[userId]'>) {
  const { projectId, userId } = await params
  const actor = await requireActor(`/projects/${projectId}/people/${userId}`)
  const initialData = await pageData(listPeople(actor, projectId))
  if (!initialData.people.some((person) => person.userId === userId)) notFound()
  return <PersonView projectId={projectId} userId={userId} initialData={initialData} />
}
