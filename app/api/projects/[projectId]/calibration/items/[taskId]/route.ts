import { handle } from '@/lib/platform/server/handle'
import { removeItemEndpoint } from '@/lib/quality/calibration/contract'
import { removeItem } from '@/lib/quality/calibration/remove-item'

export const DELETE = handle(removeItemEndpoint, ({ actor, params }) =>
  removeItem(actor, params.projectId, params.taskId),
)
