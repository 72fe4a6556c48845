import { getTimelineEndpoint } from '@/lib/adjudication/timeline/contract'
import { getTimeline } from '@/lib/adjudication/timeline/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(getTimelineEndpoint, ({ actor, params, query }) => getTimeline(actor, params.taskId, query))
