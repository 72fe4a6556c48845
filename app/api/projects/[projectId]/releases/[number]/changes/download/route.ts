import { downloadComparison } from '@/lib/gold/releases/release/comparison/download-comparison'
import { downloadComparisonEndpoint } from '@/lib/gold/releases/release/contract'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(downloadComparisonEndpoint, ({ actor, params, query }) =>
  downloadComparison(actor, params, query.since),
)
