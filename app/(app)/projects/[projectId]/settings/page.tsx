import { forbidden } from 'next/navigation'
import { ProjectSettings } from '@/components/workspace/projects/project-settings'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getWorkspaceAbilities, pageProject } from '@/lib/workspace/projects/queries'
import { listProjectVersions } from '@/lib/workspace/protocol-files/queries'

export const metadata = { title: 'Settings' }

export default async function SettingsPage({ params }: PageProps<'/projects/[projectId]/settings'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/settings`)
  const project = await pageData(pageProject(actor, projectId))
  if (!project.abilities.manage) forbidden()
  const { createProjects } = await getWorkspaceAbilities(actor)
  const versions = await listProjectVersions(actor, projectId)
  return <ProjectSettings initialData={project} canCopy={createProjects} versions={versions} />
}
