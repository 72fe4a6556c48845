import { addDocuments } from '@/lib/automation/evidence/corpus/add-documents'
import {
  clearCorpusEndpoint,
  listCorpusEndpoint,
  uploadCorpusEndpoint,
} from '@/lib/automation/evidence/corpus/contract'
import { listCorpus } from '@/lib/automation/evidence/corpus/queries'
import { clearCorpus } from '@/lib/automation/evidence/corpus/remove-documents'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(listCorpusEndpoint, ({ actor, params, query }) => listCorpus(actor, params.projectId, query))

export const POST = handle(uploadCorpusEndpoint, ({ actor, params, query, request }) =>
  addDocuments(actor, params.projectId, {
    name: query.fileName,
    body: request.body,
    byteSize: Number(request.headers.get('content-length') ?? 0),
  }),
)

export const DELETE = handle(clearCorpusEndpoint, ({ actor, params }) => clearCorpus(actor, params.projectId))
