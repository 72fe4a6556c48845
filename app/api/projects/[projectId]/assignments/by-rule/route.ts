import { assignByRule } from '@/lib/annotation/assignments/by-rule/assign-by-rule'
import { assignByRuleEndpoint } from '@/lib/annotation/assignments/by-rule/contract'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(assignByRuleEndpoint, ({ actor, params, body }) =>
  assignByRule(actor, params.projectId, body),
)
