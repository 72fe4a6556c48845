import { ProjectList } from '@/components/workspace/projects/project-list'
import { requireActor } from '@/lib/platform/server/page-actor'
import { getWorkspaceAbilities, listProjects } from '@/lib/workspace/projects/queries'

export const metadata = { title: 'Projects' }

export default async function ProjectsPage() {
  const actor = await requireActor('/projects')
  const [projects, abilities] = await Promise.all([listProjects(actor), getWorkspaceAbilities(actor)])
  return <ProjectList projects={projects} abilities={abilities} />
}
