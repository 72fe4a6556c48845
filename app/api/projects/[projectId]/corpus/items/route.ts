import { makeCorpusItemsEndpoint } from '@/lib/automation/evidence/corpus/contract'
import { makeItems } from '@/lib/automation/evidence/corpus/make-items'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(makeCorpusItemsEndpoint, ({ actor, params }) => makeItems(actor, params.projectId))
