import { getPlanEndpoint } from '@/lib/agreement/planner/contract'
import { getPlan } from '@/lib/agreement/planner/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getPlanEndpoint, ({ actor, params, query }) => getPlan(actor, params, query))
