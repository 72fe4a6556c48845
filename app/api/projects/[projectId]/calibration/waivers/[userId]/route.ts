import { waiveCalibrationEndpoint, withdrawWaiverEndpoint } from '@/lib/calibration/contract'
import { waiveCalibration, withdrawWaiver } from '@/lib/calibration/waive-calibration'
import { handle } from '@/lib/server/handle'

export const PUT = handle(waiveCalibrationEndpoint, ({ actor, params, body }) =>
  waiveCalibration(actor, params, body.reason),
)
export const DELETE = handle(withdrawWaiverEndpoint, ({ actor, params }) => withdrawWaiver(actor, params))
