import { handle } from '@/lib/platform/server/handle'
import { waiveCalibrationEndpoint, withdrawWaiverEndpoint } from '@/lib/quality/calibration/contract'
import { waiveCalibration, withdrawWaiver } from '@/lib/quality/calibration/waive-calibration'

export const PUT = handle(waiveCalibrationEndpoint, ({ actor, params, body }) =>
  waiveCalibration(actor, params, body.reason),
)
export const DELETE = handle(withdrawWaiverEndpoint, ({ actor, params }) => withdrawWaiver(actor, params))
