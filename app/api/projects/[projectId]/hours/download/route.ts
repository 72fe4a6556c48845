import { handle } from '@/lib/platform/server/handle'
import { downloadHoursEndpoint } from '@/lib/quality/hours/contract'
import { downloadHours } from '@/lib/quality/hours/download-hours'

export const GET = handle(downloadHoursEndpoint, ({ actor, params }) => downloadHours(actor, params.projectId))
