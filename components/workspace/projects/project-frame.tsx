'use client'

import dynamic from 'next/dynamic'
import { useSelectedLayoutSegments } from 'next/navigation'
import type { ReactNode } from 'react'
import type { ProjectView } from '@/lib/workspace/projects/contract'

// Not for the tasks' workplaces, which have no navigation.
const ProjectPages = dynamic(() => import('./project-pages').then((module) => module.ProjectPages))

/** A project's pages beside its navigation; workplaces, those of tasks and of practice, get the whole width. */
export function ProjectFrame({ project, children }: { project: ProjectView; children: ReactNode }) {
  const [section, ...below] = useSelectedLayoutSegments()
  const isWorkplace = section === 'tasks' || (section === 'practice' && below.length > 0)
  if (!isWorkplace) return <ProjectPages project={project}>{children}</ProjectPages>
  return (
    <div id="content" tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}
