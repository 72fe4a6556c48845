import { CalibrationView } from '@/components/calibration/calibration-view'
import { getCalibration } from '@/lib/calibration/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export const metadata = { title: 'Calibration' }

export default async function CalibrationPage({ params }: PageProps<'/projects/[projectId]/calibration'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/calibration`)
  const initialData = await pageData(getCalibration(actor, projectId))
  return <CalibrationView projectId={projectId} initialData={initialData} />
}
