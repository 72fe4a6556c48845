import { handle } from '@/lib/platform/server/handle'
import { removeCalibrationItemEndpoint } from '@/lib/quality/calibration/contract'
import { removeItem } from '@/lib/quality/calibration/remove-item'

export const DELETE = handle(removeCalibrationItemEndpoint, ({ actor, params }) =>
  removeItem(actor, params.projectId, params.taskId),
)
