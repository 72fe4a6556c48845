import { addDocuments } from '@/lib/evidence/corpus/add-documents'
import { clearCorpusEndpoint, listCorpusEndpoint, uploadCorpusEndpoint } from '@/lib/evidence/corpus/contract'
import { listCorpus } from '@/lib/evidence/corpus/queries'
import { clearCorpus } from '@/lib/evidence/corpus/remove-documents'
import { handle } from '@/lib/server/handle'

export const GET = handle(listCorpusEndpoint, ({ actor, params, query }) => listCorpus(actor, params.projectId, query))

export const POST = handle(uploadCorpusEndpoint, ({ actor, params, query, request }) =>
  addDocuments(actor, params.projectId, {
    name: query.fileName,
    body: request.body,
    byteSize: Number(request.headers.get('content-length') ?? 0),
  }),
)

export const DELETE = handle(clearCorpusEndpoint, ({ actor, params }) => clearCorpus(actor, params.projectId))
