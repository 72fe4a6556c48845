import { getReceiptEndpoint } from '@/lib/agreement/receipts/contract'
import { getReceipt } from '@/lib/agreement/receipts/get-receipt'
import { handle } from '@/lib/server/handle'

export const GET = handle(getReceiptEndpoint, ({ actor, params, query }) => getReceipt(actor, params, query))
