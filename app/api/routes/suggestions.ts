import {
  getPoliciesEndpoint,
  revealSuggestionsEndpoint,
  setPoliciesEndpoint,
} from '@/lib/annotation/suggestions/contract'
import { getPolicies } from '@/lib/annotation/suggestions/queries'
import { revealSuggestions } from '@/lib/annotation/suggestions/reveal-suggestions'
import { setPolicies } from '@/lib/annotation/suggestions/set-policies'
import { handle, type Route } from '@/lib/platform/server/handle'
import { getAnchoringEndpoint, getAnchoringReceiptEndpoint } from '@/lib/quality/anchoring/contract'
import { getAnchoring } from '@/lib/quality/anchoring/queries'
import { getAnchoringReceipt } from '@/lib/quality/anchoring/receipt/get-receipt'

export const routes: readonly Route[] = [
  handle(getAnchoringEndpoint, ({ actor, params, query }) => getAnchoring(actor, params.projectId, query.run ?? null)),
  handle(getAnchoringReceiptEndpoint, ({ actor, params, query }) =>
    getAnchoringReceipt(actor, params.projectId, query),
  ),
  handle(getPoliciesEndpoint, ({ actor, params }) => getPolicies(actor, params.projectId)),
  handle(setPoliciesEndpoint, ({ actor, params, body }) => setPolicies(actor, params.projectId, body.policies)),
  handle(revealSuggestionsEndpoint, ({ actor, params, body }) => revealSuggestions(actor, params.taskId, body)),
]
