'use client'

import { useState } from 'react'
import type { RunView } from '@/lib/automation/prefill/contract'
import { useStartRun } from '@/lib/automation/prefill/hooks'
import type { StartRunInput } from './plan'

/** Starts runs one after the other and stops at the first that is refused; those before it go on and are named. */
export function useStartRuns(projectId: string) {
  const start = useStartRun(projectId)
  const [isStarting, setStarting] = useState(false)
  const [started, setStarted] = useState<readonly RunView[]>([])
  const [error, setError] = useState<Error | null>(null)
  /** Started runs, or null where not all of them were. A body that was sent already is not sent again. */
  const startAll = async (bodies: readonly StartRunInput[]): Promise<RunView[] | null> => {
    if (isStarting) return null
    setStarting(true)
    setError(null)
    const runs = [...started]
    for (const body of bodies) {
      if (runs.some(({ name }) => bodies.length > 1 && name === body.name)) continue
      const run = await start.mutateAsync(body).catch((cause: Error) => cause)
      if (run instanceof Error) {
        setStarted(runs)
        setError(run)
        setStarting(false)
        return null
      }
      runs.push(run)
    }
    return runs
  }
  return { startAll, isStarting, started, error }
}
