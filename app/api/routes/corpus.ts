import { addDocuments } from '@/lib/automation/evidence/corpus/add-documents'
import {
  clearCorpusEndpoint,
  getCorpusDocumentEndpoint,
  listCorpusEndpoint,
  makeCorpusItemsEndpoint,
  removeCorpusDocumentEndpoint,
  tryCorpusEndpoint,
  uploadCorpusEndpoint,
} from '@/lib/automation/evidence/corpus/contract'
import { makeItems } from '@/lib/automation/evidence/corpus/make-items'
import { getCorpusDocument, listCorpus, tryCorpus } from '@/lib/automation/evidence/corpus/queries'
import { clearCorpus, removeDocument } from '@/lib/automation/evidence/corpus/remove-documents'
import { handle, type Route } from '@/lib/platform/server/handle'

export const routes: readonly Route[] = [
  handle(clearCorpusEndpoint, ({ actor, params }) => clearCorpus(actor, params.projectId)),
  handle(listCorpusEndpoint, ({ actor, params, query }) => listCorpus(actor, params.projectId, query)),
  handle(uploadCorpusEndpoint, ({ actor, params, query, request }) =>
    addDocuments(actor, params.projectId, {
      name: query.fileName,
      body: request.body,
      byteSize: Number(request.headers.get('content-length') ?? 0),
    }),
  ),
  handle(removeCorpusDocumentEndpoint, ({ actor, params }) =>
    removeDocument(actor, params.projectId, params.documentId),
  ),
  handle(getCorpusDocumentEndpoint, ({ actor, params }) =>
    getCorpusDocument(actor, params.projectId, params.documentId),
  ),
  handle(makeCorpusItemsEndpoint, ({ actor, params }) => makeItems(actor, params.projectId)),
  handle(tryCorpusEndpoint, ({ actor, params, query }) => tryCorpus(actor, params.projectId, query)),
]
