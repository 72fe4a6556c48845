import { CalibrationView } from '@/components/quality/calibration/calibration-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { foreseeCandidates } from '@/lib/quality/calibration/chosen/queries'
import { getCalibration } from '@/lib/quality/calibration/queries'
import { findChosen } from '@/lib/workspace/items/selection/queries'

export const metadata = { title: 'Calibration' }

export default async function CalibrationPage({
  params,
  searchParams,
}: PageProps<'/projects/[projectId]/calibration'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/calibration`, await searchParams)
  const initialData = await pageData(getCalibration(actor, projectId))
  const { items } = await searchParams
  const chosen = await pageData(findChosen(actor, projectId, items))
  const candidates = chosen && chosen.expected > 0 ? await pageData(foreseeCandidates(actor, projectId, chosen)) : []
  return (
    <CalibrationView projectId={projectId} initialData={initialData} chosen={chosen && { ...chosen, candidates }} />
  )
}
