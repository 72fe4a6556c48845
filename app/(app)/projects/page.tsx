import { ProjectList } from '@/components/projects/project-list'
import { listProjects } from '@/lib/projects/queries'
import { requireActor } from '@/lib/server/page-actor'

export const metadata = { title: 'Projects' }

export default async function ProjectsPage() {
  const actor = await requireActor('/projects')
  return <ProjectList projects={await listProjects(actor)} />
}
