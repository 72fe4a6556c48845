'use client'

import { useQuery } from '@tanstack/react-query'
import { Link } from '@/components/ui/link'
import { PageHeader } from '@/components/ui/page-header'
import type { CorpusPage } from '@/lib/automation/evidence/corpus/contract'
import { corpusQuery } from '@/lib/automation/evidence/corpus/hooks'
import { CorpusTrial } from './corpus-trial'
import { CorpusUpload } from './corpus-upload'
import { DocumentsPanel } from './documents-panel'
import { MakeItems } from './make-items'

/** A project's own documents: add them, see what there is, try what a search finds. */
export function CorpusView({ projectId, initialData }: { projectId: string; initialData: CorpusPage }) {
  const { data } = useQuery({ ...corpusQuery(projectId, {}), initialData })
  const { total, abilities } = data ?? initialData
  return (
    <>
      <PageHeader
        eyebrow={<Link href={`/projects/${projectId}/prefill`}>Pre-fill</Link>}
        title="Documents"
        description="Texts of your own that runs and annotators search for evidence, without the internet."
      />
      <div className="space-y-6">
        {abilities.manage ? <CorpusUpload projectId={projectId} /> : null}
        {abilities.makeItems && total > 0 ? <MakeItems projectId={projectId} total={total} /> : null}
        {total > 0 ? <CorpusTrial projectId={projectId} /> : null}
        <DocumentsPanel projectId={projectId} total={total} canManage={abilities.manage} />
      </div>
    </>
  )
}
