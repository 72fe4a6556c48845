import { forbidden } from 'next/navigation'
import { BuilderView } from '@/components/prefill/builder-view'
import { getPrefill } from '@/lib/prefill/queries'
import { getProject } from '@/lib/projects/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export const metadata = { title: 'New run' }

export default async function NewRunPage({ params }: PageProps<'/projects/[projectId]/prefill/new'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/prefill/new`)
  const { abilities, protocolId } = await pageData(getProject(actor, projectId))
  if (!abilities.manage) forbidden()
  const overview = await pageData(getPrefill(actor, projectId))
  return <BuilderView {...{ projectId, protocolId, overview }} canChange={abilities.change} />
}
