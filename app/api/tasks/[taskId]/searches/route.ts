import { listSearchesEndpoint, searchNowEndpoint } from '@/lib/evidence/contract'
import { listSearches } from '@/lib/evidence/queries'
import { searchNow } from '@/lib/evidence/search-now'
import { handle } from '@/lib/server/handle'

export const GET = handle(listSearchesEndpoint, ({ actor, params }) => listSearches(actor, params.taskId))

export const POST = handle(searchNowEndpoint, ({ actor, params, body }) => searchNow(actor, params.taskId, body))
