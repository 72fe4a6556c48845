import {
  getOpenedPageEndpoint,
  listSearchesEndpoint,
  openResultEndpoint,
  quoteResultEndpoint,
  searchNowEndpoint,
} from '@/lib/automation/evidence/contract'
import { openResult } from '@/lib/automation/evidence/open-result'
import { getOpenedPage, listSearches } from '@/lib/automation/evidence/queries'
import { quoteResult } from '@/lib/automation/evidence/quote-result'
import { searchNow } from '@/lib/automation/evidence/search-now'
import { handle, type Route } from '@/lib/platform/server/handle'

export const routes: readonly Route[] = [
  handle(listSearchesEndpoint, ({ actor, params }) => listSearches(actor, params.taskId)),
  handle(searchNowEndpoint, ({ actor, params, body }) => searchNow(actor, params.taskId, body)),
  handle(openResultEndpoint, ({ actor, params, body }) => openResult(actor, params, body.rank)),
  handle(getOpenedPageEndpoint, ({ actor, params }) => getOpenedPage(actor, params)),
  handle(quoteResultEndpoint, ({ actor, params, body }) => quoteResult(actor, params, body)),
]
