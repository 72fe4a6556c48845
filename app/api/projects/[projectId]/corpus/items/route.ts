import { makeCorpusItemsEndpoint } from '@/lib/evidence/corpus/contract'
import { makeItems } from '@/lib/evidence/corpus/make-items'
import { handle } from '@/lib/server/handle'

export const POST = handle(makeCorpusItemsEndpoint, ({ actor, params }) => makeItems(actor, params.projectId))
