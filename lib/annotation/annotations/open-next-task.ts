import 'server-only'
import type { NextTask } from '@/lib/annotation/assignments/contract'
import { takeFrom, takeNextTask } from '@/lib/annotation/assignments/next-task'
import { loadClaimedQueue } from '@/lib/annotation/assignments/queue'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { SessionClaim } from '@/lib/platform/server/identify'
import type { OpenedNextTask } from './contract'
import { openWorkbench } from './queries'

/**
 * Gives the actor their next task and opens their annotation of it, in one transaction. Where opening is refused the task stays theirs, as
 * if it had been opened in a request of its own.
 */
export async function openNextTask(actor: Actor, projectId: string): Promise<OpenedNextTask> {
  return transaction(async (tx) => opened(tx, actor, await takeNextTask(tx, actor, projectId)))
}

/**
 * The same for whom a session's cookie names; the statement that loads the queue confirms it. null where it does not: nothing was done, and
 * `openNextTask` says why.
 */
export async function openClaimedNextTask(session: SessionClaim, projectId: string): Promise<OpenedNextTask | null> {
  return transaction(async (tx) => {
    const claimed = await loadClaimedQueue(tx, session, projectId)
    return claimed && opened(tx, claimed.actor, await takeFrom(tx, claimed.actor, claimed.queue))
  })
}

async function opened(tx: Tx, actor: Actor, next: NextTask): Promise<OpenedNextTask> {
  const workbench = next.taskId === null ? null : await openWorkbench(tx, actor, next.taskId).catch(ifRefused)
  return { ...next, workbench }
}

const ifRefused = (error: unknown): null => {
  if (error instanceof AppError) return null
  throw error
}
