import { handle } from '@/lib/platform/server/handle'
import { getReceiptEndpoint } from '@/lib/quality/agreement/receipts/contract'
import { getReceipt } from '@/lib/quality/agreement/receipts/get-receipt'

export const GET = handle(getReceiptEndpoint, ({ actor, params, query, request }) =>
  getReceipt(actor, params, query, request.signal),
)
