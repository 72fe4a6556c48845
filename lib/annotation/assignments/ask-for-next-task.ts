import { call } from '@/lib/platform/client/fetch-json'
import { type NextTask, nextTaskEndpoint } from './contract'

const ASK_AGAIN_MS = 1000
/** A submission can be taken back for much less time than this asks for it. */
const MOST_ASKED = 60

/**
 * Continues the open task or takes the next one. Where that depends on a submission that can still be taken back, it is asked for until
 * the submission is frozen: nobody has to know that, and come back.
 */
export async function askForNextTask(projectId: string): Promise<NextTask> {
  for (let asked = 1; ; asked++) {
    const next = await call(nextTaskEndpoint, { params: { projectId } })
    if (next.reason !== 'waits_for_submission' || asked === MOST_ASKED) return next
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
  }
}
