import { MeasureView } from '@/components/quality/agreement/measure-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getMeasure } from '@/lib/quality/agreement/queries'

export const metadata = { title: 'Agreement on a measure' }

export default async function MeasurePage({ params }: PageProps<'/projects/[projectId]/agreement/[stage]/[measure]'>) {
  const { projectId, stage, measure } = await params
  const which = { stage: decodeURIComponent(stage), measure: decodeURIComponent(measure) }
  const actor = await requireActor(`/projects/${projectId}/agreement/${stage}/${measure}`)
  const initialData = await pageData(getMeasure(actor, projectId, which))
  return <MeasureView projectId={projectId} {...which} initialData={initialData} />
}
