import { NewProjectForm } from '@/components/projects/new-project-form'
import { NoProjectCreation } from '@/components/projects/no-project-creation'
import { getWorkspaceAbilities } from '@/lib/projects/queries'
import { requireActor } from '@/lib/server/page-actor'

export const metadata = { title: 'New project' }

export default async function NewProjectPage() {
  const { createProjects } = await getWorkspaceAbilities(await requireActor('/projects/new'))
  return createProjects ? <NewProjectForm /> : <NoProjectCreation />
}
