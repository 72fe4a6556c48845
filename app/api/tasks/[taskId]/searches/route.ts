import { listSearchesEndpoint, searchNowEndpoint } from '@/lib/automation/evidence/contract'
import { listSearches } from '@/lib/automation/evidence/queries'
import { searchNow } from '@/lib/automation/evidence/search-now'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listSearchesEndpoint, ({ actor, params }) => listSearches(actor, params.taskId))

export const POST = handle(searchNowEndpoint, ({ actor, params, body }) => searchNow(actor, params.taskId, body))
