import { loadOwn } from '@/app/(app)/projects/[projectId]/people/load-own'
import { PersonView } from '@/components/quality/people/person-view'
import { requireActor } from '@/lib/platform/server/page-actor'

export const metadata = { title: 'My figures' }

export default async function OwnFiguresPage({ params }: PageProps<'/projects/[projectId]/people/me'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/people/me`)
  return <PersonView projectId={projectId} userId={null} {...(await loadOwn(actor, projectId))} />
}
