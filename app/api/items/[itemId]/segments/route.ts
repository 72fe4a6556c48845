import { resegmentEndpoint, resetSegmentsEndpoint } from '@/lib/items/resegment/contract'
import { resegmentItem, resetSegments } from '@/lib/items/resegment-item'
import { handle } from '@/lib/server/handle'

export const PUT = handle(resegmentEndpoint, ({ actor, params, body }) => resegmentItem(actor, params.itemId, body))
export const DELETE = handle(resetSegmentsEndpoint, ({ actor, params, body }) =>
  resetSegments(actor, params.itemId, body),
)
