import { getChecksEndpoint } from '@/lib/gold/checks/contract'
import { getChecks } from '@/lib/gold/checks/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(getChecksEndpoint, ({ actor, params }) => getChecks(actor, params.projectId))
