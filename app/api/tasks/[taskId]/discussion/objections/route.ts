import { objectToValueEndpoint } from '@/lib/adjudication/consolidation/discussion/contract'
import { objectToValue } from '@/lib/adjudication/consolidation/discussion/object-to-value'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(objectToValueEndpoint, ({ actor, params, body }) =>
  objectToValue(actor, params.taskId, body),
)
