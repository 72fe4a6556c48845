import { handle } from '@/lib/platform/server/handle'
import { getPlanBasisEndpoint } from '@/lib/quality/planning/contract'
import { getPlanBases } from '@/lib/quality/planning/queries'

export const GET = handle(getPlanBasisEndpoint, ({ actor, params }) => getPlanBases(actor, params.projectId))
