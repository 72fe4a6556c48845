import { getCalibrationEndpoint, updateCalibrationEndpoint } from '@/lib/calibration/contract'
import { getCalibration } from '@/lib/calibration/queries'
import { updateCalibration } from '@/lib/calibration/update-calibration'
import { handle } from '@/lib/server/handle'

export const GET = handle(getCalibrationEndpoint, ({ actor, params }) => getCalibration(actor, params.projectId))
export const PATCH = handle(updateCalibrationEndpoint, ({ actor, params, body }) =>
  updateCalibration(actor, params.projectId, body),
)
