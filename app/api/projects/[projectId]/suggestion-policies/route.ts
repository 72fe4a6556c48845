import { getPoliciesEndpoint, setPoliciesEndpoint } from '@/lib/annotation/suggestions/contract'
import { getPolicies } from '@/lib/annotation/suggestions/queries'
import { setPolicies } from '@/lib/annotation/suggestions/set-policies'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(getPoliciesEndpoint, ({ actor, params }) => getPolicies(actor, params.projectId))

export const PUT = handle(setPoliciesEndpoint, ({ actor, params, body }) =>
  setPolicies(actor, params.projectId, body.policies),
)
