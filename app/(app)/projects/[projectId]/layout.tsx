import type { Metadata } from 'next'
import { ProjectFrame } from '@/components/projects/project-frame'
import { getProject } from '@/lib/projects/queries'
import { requireActor } from '@/lib/server/page-actor'
import { pageData } from '@/lib/server/page-data'

/** Titles of the pages below say which project they belong to. */
export async function generateMetadata({ params }: LayoutProps<'/projects/[projectId]'>): Promise<Metadata> {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}`)
  const { name } = await pageData(getProject(actor, projectId))
  return { title: { template: `%s · ${name} · Assay`, default: name } }
}

export default async function ProjectLayout({ params, children }: LayoutProps<'/projects/[projectId]'>) {
  const { projectId } = await params
  const actor = await requireActor(`/projects/${projectId}`)
  const project = await pageData(getProject(actor, projectId))
  return <ProjectFrame project={project}>{children}</ProjectFrame>
}
