import { ProjectHomePage } from '@/components/annotation/assignments/project-home-page'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getProject, getProjectHome } from '@/lib/workspace/projects/queries'

export default async function ProjectPage({ params }: PageProps<'/projects/[projectId]'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}`)
  const project = await pageData(getProject(actor, projectId))
  return <ProjectHomePage project={project} initialData={await pageData(getProjectHome(actor, projectId))} />
}
