import { handle } from '@/lib/platform/server/handle'
import { keepDefinitionsEndpoint } from '@/lib/workspace/users/first-tasks/contract'
import { keepDefinitions } from '@/lib/workspace/users/first-tasks/keep-definitions'

export const PUT = handle(keepDefinitionsEndpoint, ({ actor, params, body }) =>
  keepDefinitions(actor, params.projectId, body),
)
