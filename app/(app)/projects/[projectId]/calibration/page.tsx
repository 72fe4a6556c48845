import { CalibrationView } from '@/components/quality/calibration/calibration-view'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getCalibration } from '@/lib/quality/calibration/queries'

export const metadata = { title: 'Calibration' }

export default async function CalibrationPage({ params }: PageProps<'/projects/[projectId]/calibration'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/calibration`)
  const initialData = await pageData(getCalibration(actor, projectId))
  return <CalibrationView projectId={projectId} initialData={initialData} />
}
