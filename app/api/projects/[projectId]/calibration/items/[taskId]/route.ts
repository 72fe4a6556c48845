import { removeItemEndpoint } from '@/lib/calibration/contract'
import { removeItem } from '@/lib/calibration/remove-item'
import { handle } from '@/lib/server/handle'

export const DELETE = handle(removeItemEndpoint, ({ actor, params }) =>
  removeItem(actor, params.projectId, params.taskId),
)
