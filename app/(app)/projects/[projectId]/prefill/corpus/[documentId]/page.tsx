import { DocumentView } from '@/components/corpus/document-view'
import { passageQuerySchema } from '@/lib/evidence/corpus/contract'
import { getCorpusDocument } from '@/lib/evidence/corpus/queries'
import { documentAddress } from '@/lib/evidence/corpus/rules'
import { getProject } from '@/lib/projects/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData, pageQuery } from '@/lib/server/page-data'

export const metadata = { title: 'Document' }

type Props = PageProps<'/projects/[projectId]/prefill/corpus/[documentId]'>

export default async function DocumentPage({ params, searchParams }: Props) {
  const { projectId, documentId } = await params
  const actor = await requireActor(documentAddress(projectId, documentId), await searchParams)
  const { start, end } = pageQuery(passageQuerySchema, await searchParams)
  const document = await pageData(getCorpusDocument(actor, projectId, documentId))
  const { role } = await pageData(getProject(actor, projectId))
  const passage = start === undefined || end === undefined ? null : { start, end }
  return <DocumentView projectId={projectId} document={document} passage={passage} canBrowse={role !== 'annotator'} />
}
