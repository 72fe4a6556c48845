import { handle } from '@/lib/server/handle'
import { revealSuggestionsEndpoint } from '@/lib/suggestions/contract'
import { revealSuggestions } from '@/lib/suggestions/reveal-suggestions'

export const POST = handle(revealSuggestionsEndpoint, ({ actor, params, body }) =>
  revealSuggestions(actor, params.taskId, body),
)
