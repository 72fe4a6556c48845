import { handle } from '@/lib/platform/server/handle'
import { resegmentEndpoint, resetSegmentsEndpoint } from '@/lib/workspace/items/resegment/contract'
import { resegmentItem, resetSegments } from '@/lib/workspace/items/resegment-item'

export const PUT = handle(resegmentEndpoint, ({ actor, params, body }) => resegmentItem(actor, params.itemId, body))
export const DELETE = handle(resetSegmentsEndpoint, ({ actor, params, body }) =>
  resetSegments(actor, params.itemId, body),
)
