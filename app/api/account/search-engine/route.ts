import { handle } from '@/lib/platform/server/handle'
import { chooseEngineEndpoint } from '@/lib/workspace/users/contract'
import { chooseSearchEngine } from '@/lib/workspace/users/search-engine/choose-search-engine'

export const PUT = handle(chooseEngineEndpoint, ({ actor, body }) => chooseSearchEngine(actor, body.searchEngine))
