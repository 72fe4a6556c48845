import { NewProjectForm } from '@/components/workspace/projects/new-project-form'
import { NoProjectCreation } from '@/components/workspace/projects/no-project-creation'
import { requireActor } from '@/lib/platform/server/page-actor'
import { getWorkspaceAbilities } from '@/lib/workspace/projects/queries'

export const metadata = { title: 'New project' }

export default async function NewProjectPage() {
  const { createProjects } = await getWorkspaceAbilities(await requireActor('/projects/new'))
  return createProjects ? <NewProjectForm /> : <NoProjectCreation />
}
