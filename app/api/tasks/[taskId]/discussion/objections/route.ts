import { objectToValueEndpoint } from '@/lib/consolidation/discussion/contract'
import { objectToValue } from '@/lib/consolidation/discussion/object-to-value'
import { handle } from '@/lib/server/handle'

export const POST = handle(objectToValueEndpoint, ({ actor, params, body }) =>
  objectToValue(actor, params.taskId, body),
)
