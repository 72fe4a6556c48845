import { forbidden } from 'next/navigation'
import { ProjectSettings } from '@/components/projects/project-settings'
import { getProject } from '@/lib/projects/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export const metadata = { title: 'Settings' }

export default async function SettingsPage({ params }: PageProps<'/projects/[projectId]/settings'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}/settings`)
  const project = await pageData(getProject(actor, projectId))
  if (!project.abilities.manage) forbidden()
  return <ProjectSettings initialData={project} />
}
