import { NewProjectForm } from '@/components/workspace/projects/new-project-form'
import { NoProjectCreation } from '@/components/workspace/projects/no-project-creation'
import { requireActor } from '@/lib/platform/server/page-actor'
import { getWorkspaceAbilities, listProjects } from '@/lib/workspace/projects/queries'

export const metadata = { title: 'New project' }

/** `copy`: the id of a project to copy. */
export default async function NewProjectPage({ searchParams }: PageProps<'/projects/new'>) {
  const actor = await requireActor('/projects/new')
  const { createProjects } = await getWorkspaceAbilities(actor)
  if (!createProjects) return <NoProjectCreation />
  const managed = (await listProjects(actor)).filter(({ role }) => role === 'manager')
  const templates = managed.map(({ id, name, protocolId }) => ({ id, name, protocolId }))
  const { copy } = await searchParams
  return <NewProjectForm templates={templates} copied={typeof copy === 'string' ? copy : null} />
}
