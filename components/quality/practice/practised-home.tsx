'use client'
import { ProjectHomePage } from '@/components/annotation/assignments/project-home-page'
import type { Practice } from '@/lib/quality/practice/contract'
import { comesFirst } from '@/lib/quality/practice/rules'
import type { ProjectHome, ProjectView } from '@/lib/workspace/projects/contract'
import { PracticeOffer } from './practice-offer'

interface PractisedHomeProps {
  project: ProjectView
  initialData: ProjectHome
  /** null for readers who are given no tasks here. */
  practice: Practice | null
}

/** A project's home, with practice before the reader's own tasks. */
export function PractisedHome({ project, initialData, practice }: PractisedHomeProps) {
  // Managers have other things to do first.
  const isFirst = practice !== null && project.role !== 'manager' && comesFirst(practice)
  return (
    <ProjectHomePage
      project={project}
      initialData={initialData}
      before={
        practice ? { isFirst, draw: (isFilled) => <PracticeOffer practice={practice} isFirst={isFilled} /> } : undefined
      }
    />
  )
}
