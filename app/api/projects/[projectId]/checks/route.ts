import { getChecksEndpoint } from '@/lib/checks/contract'
import { getChecks } from '@/lib/checks/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(getChecksEndpoint, ({ actor, params }) => getChecks(actor, params.projectId))
