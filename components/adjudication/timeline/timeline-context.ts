import { createContext, useContext } from 'react'
import type { TimelineHead } from '@/lib/adjudication/timeline/contract'
import type { Stage } from '@/lib/protocols/protocol'

/** What gives words to the entries of a time line. */
export const TimelineContext = createContext<{ head: TimelineHead; stage: Stage } | null>(null)

export function useTimelineHead(): { head: TimelineHead; stage: Stage } {
  const context = useContext(TimelineContext)
  if (!context) throw new Error('entries are drawn within a time line')
  return context
}
