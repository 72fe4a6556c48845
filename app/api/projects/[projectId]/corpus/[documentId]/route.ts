import { getCorpusDocumentEndpoint, removeCorpusDocumentEndpoint } from '@/lib/evidence/corpus/contract'
import { getCorpusDocument } from '@/lib/evidence/corpus/queries'
import { removeDocument } from '@/lib/evidence/corpus/remove-documents'
import { handle } from '@/lib/server/handle'

export const GET = handle(getCorpusDocumentEndpoint, ({ actor, params }) =>
  getCorpusDocument(actor, params.projectId, params.documentId),
)

export const DELETE = handle(removeCorpusDocumentEndpoint, ({ actor, params }) =>
  removeDocument(actor, params.projectId, params.documentId),
)
