import { handle, type Route } from '@/lib/platform/server/handle'
import { chooseItems } from '@/lib/quality/calibration/choose-items'
import {
  chooseItemsEndpoint,
  getCalibrationEndpoint,
  getCalibrationReceiptEndpoint,
  removeCalibrationItemEndpoint,
  updateCalibrationEndpoint,
  waiveCalibrationEndpoint,
  withdrawWaiverEndpoint,
} from '@/lib/quality/calibration/contract'
import { getCalibration } from '@/lib/quality/calibration/queries'
import { getCalibrationReceipt } from '@/lib/quality/calibration/receipt/get-receipt'
import { removeItem } from '@/lib/quality/calibration/remove-item'
import { updateCalibration } from '@/lib/quality/calibration/update-calibration'
import { waiveCalibration, withdrawWaiver } from '@/lib/quality/calibration/waive-calibration'

export const routes: readonly Route[] = [
  handle(getCalibrationEndpoint, ({ actor, params }) => getCalibration(actor, params.projectId)),
  handle(updateCalibrationEndpoint, ({ actor, params, body }) => updateCalibration(actor, params.projectId, body)),
  handle(chooseItemsEndpoint, ({ actor, params, body }) => chooseItems(actor, params.projectId, body)),
  handle(removeCalibrationItemEndpoint, ({ actor, params }) => removeItem(actor, params.projectId, params.taskId)),
  handle(getCalibrationReceiptEndpoint, ({ actor, params, query }) =>
    getCalibrationReceipt(actor, params.projectId, query.form),
  ),
  handle(withdrawWaiverEndpoint, ({ actor, params }) => withdrawWaiver(actor, params)),
  handle(waiveCalibrationEndpoint, ({ actor, params, body }) => waiveCalibration(actor, params, body.reason)),
]
