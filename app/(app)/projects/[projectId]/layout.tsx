import type { Metadata } from 'next'
import { DomainWords } from '@/components/workspace/projects/domain-words'
import { ProjectFrame } from '@/components/workspace/projects/project-frame'
import { WithProtocol } from '@/components/workspace/protocol-files/with-protocol'
import { pageActor } from '@/lib/platform/server/page-actor'
import { pageData } from '@/lib/platform/server/page-data'
import { protocolById } from '@/lib/protocols'
import { pageProject } from '@/lib/workspace/projects/queries'

/** Titles of the pages below say which project they belong to. */
export async function generateMetadata({ params }: LayoutProps<'/projects/[projectId]'>): Promise<Metadata> {
  const { projectId } = await params
  const actor = await pageActor()
  if (!actor) return {}
  // A title thrown away is a document without one: what is hidden is said by the layout, under a title all the same.
  const project = await pageProject(actor, projectId).catch(() => null)
  if (!project) return { title: 'Not found' }
  const { name } = project
  return { title: { template: `%s · ${name} · Assay`, default: name } }
}

/** Frames a project's pages. Strangers are sent to sign in by the page itself, which brings them back to where they were. */
export default async function ProjectLayout({ params, children }: LayoutProps<'/projects/[projectId]'>) {
  const { projectId } = await params
  const actor = await pageActor()
  if (!actor) return children
  const project = await pageData(pageProject(actor, projectId))
  return (
    <WithProtocol protocolId={project.protocolId}>
      <DomainWords words={protocolById(project.protocolId).domains}>
        <ProjectFrame project={project}>{children}</ProjectFrame>
      </DomainWords>
    </WithProtocol>
  )
}
