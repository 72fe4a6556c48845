import { handle } from '@/lib/platform/server/handle'
import { getCalibrationReceiptEndpoint } from '@/lib/quality/calibration/contract'
import { getCalibrationReceipt } from '@/lib/quality/calibration/receipt/get-receipt'

export const GET = handle(getCalibrationReceiptEndpoint, ({ actor, params, query }) =>
  getCalibrationReceipt(actor, params.projectId, query.form),
)
