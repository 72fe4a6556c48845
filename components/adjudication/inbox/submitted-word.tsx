'use client'

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ButtonLink } from '@/components/ui/link'
import { revealQuery } from '@/lib/adjudication/inbox/hooks'
import { revealWords } from './words'

type SubmittedWordProps = {
  projectId: string
  taskId: string
  /** What is said where annotators do not discuss. */
  otherwise: ReactNode
}

/** What comes of one's own submission, as it comes: once everybody is done, how much there is to discuss, and the way there. */
export function SubmittedWord({ projectId, taskId, otherwise }: SubmittedWordProps) {
  const { data } = useQuery(revealQuery(taskId))
  if (!data?.discusses) return otherwise
  if (!data.revealed)
    return <p>These are your answers. Once everybody has submitted, you discuss what differs; this page will say so.</p>
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="font-medium">{revealWords(data.revealed)}</p>
      <ButtonLink size="sm" href={`/projects/${projectId}/tasks/${taskId}/consolidate`}>
        Discuss now
      </ButtonLink>
    </div>
  )
}
