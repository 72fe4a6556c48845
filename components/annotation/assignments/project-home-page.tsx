'use client'
import { ProjectHome } from '@/components/workspace/projects/project-home'
import type { ProjectHome as Home, ProjectView } from '@/lib/workspace/projects/contract'
import { HomeWork } from './home-work'

/** A project's home with the reader's own tasks. */
export const ProjectHomePage = ({ project, initialData }: { project: ProjectView; initialData: Home }) => (
  <ProjectHome project={project} initialData={initialData} Work={HomeWork} />
)
