import { handle } from '@/lib/platform/server/handle'
import { getAdjudicatorReceiptEndpoint } from '@/lib/quality/adjudicators/contract'
import { getAdjudicatorReceipt } from '@/lib/quality/adjudicators/receipt/get-receipt'

export const GET = handle(getAdjudicatorReceiptEndpoint, ({ actor, params, query }) =>
  getAdjudicatorReceipt(actor, params.projectId, query.form),
)
