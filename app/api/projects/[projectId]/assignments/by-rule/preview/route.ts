import { previewByRuleEndpoint } from '@/lib/annotation/assignments/by-rule/contract'
import { previewByRule } from '@/lib/annotation/assignments/by-rule/queries'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(previewByRuleEndpoint, ({ actor, params, body }) =>
  previewByRule(actor, params.projectId, body),
)
