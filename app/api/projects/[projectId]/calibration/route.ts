import { handle } from '@/lib/platform/server/handle'
import { getCalibrationEndpoint, updateCalibrationEndpoint } from '@/lib/quality/calibration/contract'
import { getCalibration } from '@/lib/quality/calibration/queries'
import { updateCalibration } from '@/lib/quality/calibration/update-calibration'

export const GET = handle(getCalibrationEndpoint, ({ actor, params }) => getCalibration(actor, params.projectId))
export const PATCH = handle(updateCalibrationEndpoint, ({ actor, params, body }) =>
  updateCalibration(actor, params.projectId, body),
)
