import { ProjectList } from '@/components/projects/project-list'
import { getWorkspaceAbilities, listProjects } from '@/lib/projects/queries'
import { requireActor } from '@/lib/server/page-actor'

export const metadata = { title: 'Projects' }

export default async function ProjectsPage() {
  const actor = await requireActor('/projects')
  const [projects, abilities] = await Promise.all([listProjects(actor), getWorkspaceAbilities(actor)])
  return <ProjectList projects={projects} abilities={abilities} />
}
