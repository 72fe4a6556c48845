import { handle } from '@/lib/platform/server/handle'
import { removePracticeItemEndpoint } from '@/lib/quality/practice/own-items/contract'
import { removeItem } from '@/lib/quality/practice/own-items/remove-item'

export const DELETE = handle(removePracticeItemEndpoint, ({ actor, params }) =>
  removeItem(actor, params.projectId, params.itemId),
)
