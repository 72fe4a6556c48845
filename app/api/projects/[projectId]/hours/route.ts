import { handle } from '@/lib/platform/server/handle'
import { getHoursEndpoint } from '@/lib/quality/hours/contract'
import { getHours } from '@/lib/quality/hours/queries'

export const GET = handle(getHoursEndpoint, ({ actor, params }) => getHours(actor, params.projectId))
