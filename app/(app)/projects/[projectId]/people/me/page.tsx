import { PersonView } from '@/components/quality/people/person-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getOwnFigures } from '@/lib/quality/people/queries'

export const metadata = { title: 'Your figures' }

export default async function OwnFiguresPage({ params }: PageProps<'/projects/[projectId]/people/me'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/people/me`)
  const initialData = await pageData(getOwnFigures(actor, projectId))
  return <PersonView projectId={projectId} userId={null} initialData={initialData} />
}
