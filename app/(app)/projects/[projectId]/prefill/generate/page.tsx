import { forbidden } from 'next/navigation'
import { GenerateView } from '@/components/automation/prefill/generate-view'
import { getPrefill } from '@/lib/automation/prefill/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { pageProject } from '@/lib/workspace/projects/queries'

export const metadata = { title: 'Generate responses' }

export default async function GeneratePage({ params }: PageProps<'/projects/[projectId]/prefill/generate'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/prefill/generate`)
  const { abilities } = await pageData(pageProject(actor, projectId))
  if (!abilities.manage) forbidden()
  const overview = await pageData(getPrefill(actor, projectId))
  return <GenerateView projectId={projectId} overview={overview} canChange={abilities.change} />
}
