import { handle } from '@/lib/platform/server/handle'
import { getOwnHoursEndpoint } from '@/lib/quality/hours/contract'
import { getOwnHours } from '@/lib/quality/hours/queries'

export const GET = handle(getOwnHoursEndpoint, ({ actor }) => getOwnHours(actor))
