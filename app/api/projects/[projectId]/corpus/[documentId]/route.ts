import { getCorpusDocumentEndpoint, removeCorpusDocumentEndpoint } from '@/lib/automation/evidence/corpus/contract'
import { getCorpusDocument } from '@/lib/automation/evidence/corpus/queries'
import { removeDocument } from '@/lib/automation/evidence/corpus/remove-documents'
import { handle } from '@/lib/platform/server/handle'

export const GET = handle(getCorpusDocumentEndpoint, ({ actor, params }) =>
  getCorpusDocument(actor, params.projectId, params.documentId),
)

export const DELETE = handle(removeCorpusDocumentEndpoint, ({ actor, params }) =>
  removeDocument(actor, params.projectId, params.documentId),
)
