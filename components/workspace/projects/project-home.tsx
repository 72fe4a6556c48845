'use client'

import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { PageHeader } from '@/components/ui/page-header'
import type { ProjectHome as Home, ProjectView } from '@/lib/workspace/projects/contract'
import { projectHomeQuery } from '@/lib/workspace/projects/hooks'
import { HomeFunnel } from './home-funnel'
import { HomeManagement } from './home-management'
import { HomeReview } from './home-review'
import { ROLE_TEXT } from './role-text'

export type HomeWorkProps = { project: ProjectView; work: NonNullable<Home['work']> }
type ProjectHomeProps = {
  project: ProjectView
  initialData: Home
  /** An annotator's own work. */
  Work: ComponentType<HomeWorkProps>
}

/** What needs the reader now, by role, and how far the project is. */
export function ProjectHome({ project, initialData, Work }: ProjectHomeProps) {
  const { data } = useQuery({ ...projectHomeQuery(project.id), initialData })
  const sayNothing = !data.work && !data.review && !data.management
  return (
    <>
      <PageHeader
        eyebrow={`${project.protocolTitle} · you are ${ROLE_TEXT[project.role].toLowerCase()}`}
        title={<span dir="auto">{project.name}</span>}
        description={project.description ? <span dir="auto">{project.description}</span> : undefined}
      />
      <div className="space-y-6">
        {data.management ? <HomeManagement project={project} management={data.management} /> : null}
        {data.review ? <HomeReview projectId={project.id} review={data.review} stale={data.stale ?? 0} /> : null}
        {data.work ? <Work project={project} work={data.work} /> : null}
        {sayNothing ? <p className="text-muted">Nothing here needs you; look around as you like.</p> : null}
        {data.funnel ? <HomeFunnel projectId={project.id} funnel={data.funnel} /> : null}
      </div>
    </>
  )
}
