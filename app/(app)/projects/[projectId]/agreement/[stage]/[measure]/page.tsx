import { MeasureView } from '@/components/agreement/measure-view'
import { getMeasure } from '@/lib/agreement/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export const metadata = { title: 'Agreement on a measure' }

export default async function MeasurePage({ params }: PageProps<'/projects/[projectId]/agreement/[stage]/[measure]'>) {
  const { projectId, stage, measure } = await params
  const which = { stage: decodeURIComponent(stage), measure: decodeURIComponent(measure) }
  const actor = await requireActor(`/projects/${projectId}/agreement/${stage}/${measure}`)
  const initialData = await pageData(getMeasure(actor, projectId, which))
  return <MeasureView projectId={projectId} {...which} initialData={initialData} />
}
