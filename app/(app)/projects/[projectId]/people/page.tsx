import { PeopleView } from '@/components/people/people-view'
import { listPeople } from '@/lib/people/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export const metadata = { title: 'People' }

export default async function PeoplePage({ params }: PageProps<'/projects/[projectId]/people'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/people`)
  const initialData = await pageData(listPeople(actor, projectId))
  return <PeopleView projectId={projectId} initialData={initialData} />
}
