import { getTimelineEndpoint } from '@/lib/adjudication/timeline/contract'
import { getTimeline } from '@/lib/adjudication/timeline/queries'
import { handle, type Route } from '@/lib/platform/server/handle'

export const routes: readonly Route[] = [
  handle(getTimelineEndpoint, ({ actor, params, query }) => getTimeline(actor, params.taskId, query)),
]
