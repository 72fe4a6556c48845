import { DocumentView } from '@/components/automation/corpus/document-view'
import { passageQuerySchema } from '@/lib/automation/evidence/corpus/contract'
import { getCorpusDocument } from '@/lib/automation/evidence/corpus/queries'
import { documentAddress } from '@/lib/automation/evidence/corpus/rules'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData, pageQuery } from '@/lib/platform/server/page-data'
import { pageProject } from '@/lib/workspace/projects/queries'

export const metadata = { title: 'Document' }

type Props = PageProps<'/projects/[projectId]/prefill/corpus/[documentId]'>

export default async function DocumentPage({ params, searchParams }: Props) {
  const { projectId, documentId } = await params
  const actor = await requireActor(documentAddress(projectId, documentId), await searchParams)
  const { start, end } = pageQuery(passageQuerySchema, await searchParams)
  const document = await pageData(getCorpusDocument(actor, projectId, documentId))
  const { role } = await pageData(pageProject(actor, projectId))
  const passage = start === undefined || end === undefined ? null : { start, end }
  return <DocumentView projectId={projectId} document={document} passage={passage} canBrowse={role !== 'annotator'} />
}
