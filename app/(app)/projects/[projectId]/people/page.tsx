import { PeopleView } from '@/components/people/people-view'
import { PersonView } from '@/components/people/person-view'
import { getOwnFigures, listPeople } from '@/lib/people/queries'
import { getProject } from '@/lib/projects/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export const metadata = { title: 'People' }

/** Everybody for managers; annotators find themselves. */
export default async function PeoplePage({ params }: PageProps<'/projects/[projectId]/people'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/people`)
  const { abilities } = await pageData(getProject(actor, projectId))
  if (abilities.manage) {
    const everybody = await pageData(listPeople(actor, projectId))
    return <PeopleView projectId={projectId} initialData={everybody} />
  }
  const own = await pageData(getOwnFigures(actor, projectId))
  return <PersonView projectId={projectId} userId={null} initialData={own} />
}
