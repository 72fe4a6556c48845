import { forbidden } from 'next/navigation'
import { SettingsView } from '@/components/automation/prefill/settings-view'
import { getPrefill } from '@/lib/automation/prefill/queries'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { pageProject } from '@/lib/workspace/projects/queries'

export const metadata = { title: 'Pre-fill settings' }

export default async function PrefillSettingsPage({ params }: PageProps<'/projects/[projectId]/prefill/settings'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/prefill/settings`)
  const { abilities } = await pageData(pageProject(actor, projectId))
  if (!abilities.manage) forbidden()
  const overview = await pageData(getPrefill(actor, projectId))
  return <SettingsView projectId={projectId} overview={overview} canChange={abilities.change} />
}
