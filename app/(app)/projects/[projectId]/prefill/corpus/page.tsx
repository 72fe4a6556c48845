import { CorpusView } from '@/components/automation/corpus/corpus-view'
import { listCorpus } from '@/lib/automation/evidence/corpus/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'

export const metadata = { title: 'Documents' }

export default async function CorpusPage({ params }: PageProps<'/projects/[projectId]/prefill/corpus'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/prefill/corpus`)
  const initialData = await pageData(listCorpus(actor, projectId, {}))
  return <CorpusView projectId={projectId} initialData={initialData} />
}
