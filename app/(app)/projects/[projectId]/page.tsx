import { PractisedHome } from '@/components/quality/practice/practised-home'
import { requireActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { getPractice } from '@/lib/quality/practice/queries'
import { getProjectHome, pageProject } from '@/lib/workspace/projects/queries'

export default async function ProjectPage({ params }: PageProps<'/projects/[projectId]'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}`)
  const project = await pageData(pageProject(actor, projectId))
  const home = await pageData(getProjectHome(actor, projectId))
  const practice = home.work && project.abilities.takeTasks ? await pageData(getPractice(actor, projectId)) : null
  return <PractisedHome project={project} initialData={home} practice={practice} />
}
