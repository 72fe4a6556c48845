import { handle } from '@/lib/platform/server/handle'
import { removeItemEndpoint } from '@/lib/quality/practice/own-items/contract'
import { removeItem } from '@/lib/quality/practice/own-items/remove-item'

export const DELETE = handle(removeItemEndpoint, ({ actor, params }) =>
  removeItem(actor, params.projectId, params.itemId),
)
