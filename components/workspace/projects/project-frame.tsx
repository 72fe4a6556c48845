'use client'

import dynamic from 'next/dynamic'
import { useSelectedLayoutSegment } from 'next/navigation'
import type { ReactNode } from 'react'
import type { ProjectView } from '@/lib/workspace/projects/contract'

// Not for the tasks' workplaces, which have no navigation.
const ProjectPages = dynamic(() => import('./project-pages').then((module) => module.ProjectPages))

/** A project's pages beside its navigation; the tasks' workplaces get the whole width. */
export function ProjectFrame({ project, children }: { project: ProjectView; children: ReactNode }) {
  const section = useSelectedLayoutSegment()
  if (section !== 'tasks') return <ProjectPages project={project}>{children}</ProjectPages>
  return (
    <div id="content" tabIndex={-1} className="outline-none">
      {children}
    </div>
  )
}
