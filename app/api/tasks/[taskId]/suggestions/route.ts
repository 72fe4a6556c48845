import { revealSuggestionsEndpoint } from '@/lib/annotation/suggestions/contract'
import { revealSuggestions } from '@/lib/annotation/suggestions/reveal-suggestions'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(revealSuggestionsEndpoint, ({ actor, params, body }) =>
  revealSuggestions(actor, params.taskId, body),
)
