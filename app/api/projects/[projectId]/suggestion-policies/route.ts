import { handle } from '@/lib/server/handle'
import { getPoliciesEndpoint, setPoliciesEndpoint } from '@/lib/suggestions/contract'
import { getPolicies } from '@/lib/suggestions/queries'
import { setPolicies } from '@/lib/suggestions/set-policies'

export const GET = handle(getPoliciesEndpoint, ({ actor, params }) => getPolicies(actor, params.projectId))

export const PUT = handle(setPoliciesEndpoint, ({ actor, params, body }) =>
  setPolicies(actor, params.projectId, body.policies),
)
