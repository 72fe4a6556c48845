import { tryCorpusEndpoint } from '@/lib/evidence/corpus/contract'
import { tryCorpus } from '@/lib/evidence/corpus/queries'
import { handle } from '@/lib/server/handle'

export const GET = handle(tryCorpusEndpoint, ({ actor, params, query }) => tryCorpus(actor, params.projectId, query))
