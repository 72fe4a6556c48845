import { ProjectHome } from '@/components/projects/project-home'
import { getProject, getProjectHome } from '@/lib/projects/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

export default async function ProjectPage({ params }: PageProps<'/projects/[projectId]'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}`)
  const project = await pageData(getProject(actor, projectId))
  return <ProjectHome project={project} initialData={await pageData(getProjectHome(actor, projectId))} />
}
