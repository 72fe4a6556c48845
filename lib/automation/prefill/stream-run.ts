import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { onRun } from '@/lib/platform/server/live'
import { notifyChanges } from '@/lib/platform/server/notify-changes'
import { getRun } from './queries'

/** The run now and whenever it changes, as server-sent events, for as long as the actor may see it. */
export function streamRun(
  actor: Actor,
  { projectId, runId }: { projectId: string; runId: string },
  signal: AbortSignal,
): Promise<Response> {
  const look = () => getRun(actor, projectId, runId)
  const about = { readerId: actor.userId, about: 'a run' }
  return notifyChanges({ ...about, look, listen: (changed) => onRun(runId, changed) }, signal)
}
