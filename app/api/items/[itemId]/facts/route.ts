import { handle } from '@/lib/platform/server/handle'
import { changeFacts } from '@/lib/workspace/items/change-facts'
import { changeFactsEndpoint } from '@/lib/workspace/items/facts/contract'

export const PATCH = handle(changeFactsEndpoint, ({ actor, params, body }) => changeFacts(actor, params.itemId, body))
