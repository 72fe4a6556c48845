import { HoursView } from '@/components/quality/hours/hours-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getHours } from '@/lib/quality/hours/queries'

export const metadata = { title: 'Hours' }

export default async function HoursPage({ params }: PageProps<'/projects/[projectId]/hours'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/hours`)
  const initialData = await pageData(getHours(actor, projectId))
  return <HoursView projectId={projectId} initialData={initialData} />
}
