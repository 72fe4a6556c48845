import { PersonView } from '@/components/people/person-view'
import { getOwnFigures } from '@/lib/people/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export const metadata = { title: 'Your figures' }

export default async function OwnFiguresPage({ params }: PageProps<'/projects/[projectId]/people/me'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/people/me`)
  const initialData = await pageData(getOwnFigures(actor, projectId))
  return <PersonView projectId={projectId} userId={null} initialData={initialData} />
}
