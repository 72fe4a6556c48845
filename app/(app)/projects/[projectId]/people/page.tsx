import { PeopleView } from '@/components/quality/people/people-view'
import { PersonView } from '@/components/quality/people/person-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { listPeople } from '@/lib/quality/people/queries'
import { pageProject } from '@/lib/workspace/projects/queries'
import { loadOwn } from './load-own'

export const metadata = { title: 'People' }

/** Everybody for managers; annotators find themselves. */
export default async function PeoplePage({ params }: PageProps<'/projects/[projectId]/people'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/people`)
  const { abilities } = await pageData(pageProject(actor, projectId))
  if (abilities.manage) {
    const everybody = await pageData(listPeople(actor, projectId))
    return <PeopleView projectId={projectId} initialData={everybody} />
  }
  return <PersonView projectId={projectId} userId={null} {...(await loadOwn(actor, projectId))} />
}
