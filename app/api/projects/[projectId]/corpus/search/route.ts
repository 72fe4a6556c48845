import { tryCorpusEndpoint } from '@/lib/automation/evidence/corpus/contract'
import { tryCorpus } from '@/lib/automation/evidence/corpus/queries'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(tryCorpusEndpoint, ({ actor, params, query }) => tryCorpus(actor, params.projectId, query))
