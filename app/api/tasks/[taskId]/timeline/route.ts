import { handle } from '@/lib/server/handle'
import { getTimelineEndpoint } from '@/lib/timeline/contract'
import { getTimeline } from '@/lib/timeline/queries'

export const GET = handle(getTimelineEndpoint, ({ actor, params, query }) => getTimeline(actor, params.taskId, query))
