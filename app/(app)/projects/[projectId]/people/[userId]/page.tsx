import { notFound } from 'next/navigation'
import { PersonView } from '@/components/people/person-view'
import { listPeople } from '@/lib/people/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export const metadata = { title: 'Person' }

export default async function PersonPage({ params }: PageProps<'/projects/[projectId]/people/[userId]'>) {
  const { projectId, userId } = await params
  const actor = await requireActor(`/projects/${projectId}/people/${userId}`)
  const initialData = await pageData(listPeople(actor, projectId))
  if (!initialData.people.some((person) => person.userId === userId)) notFound()
  return <PersonView projectId={projectId} userId={userId} initialData={initialData} />
}
