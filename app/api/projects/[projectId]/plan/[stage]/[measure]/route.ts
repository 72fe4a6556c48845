import { handle } from '@/lib/platform/server/handle'
import { getPlanEndpoint } from '@/lib/quality/agreement/planner/contract'
import { getPlan } from '@/lib/quality/agreement/planner/queries'

export const GET = handle(getPlanEndpoint, ({ actor, params, query }) => getPlan(actor, params, query))
