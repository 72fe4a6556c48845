import { handle } from '@/lib/platform/server/handle'
import { getAnchoringReceiptEndpoint } from '@/lib/quality/anchoring/contract'
import { getAnchoringReceipt } from '@/lib/quality/anchoring/receipt/get-receipt'

export const GET = handle(getAnchoringReceiptEndpoint, ({ actor, params, query }) =>
  getAnchoringReceipt(actor, params.projectId, query),
)
