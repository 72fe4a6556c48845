import 'server-only'
import { takeNextTask } from '@/lib/annotation/assignments/next-task'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { OpenedNextTask } from './contract'
import { openWorkbench } from './queries'

/**
 * Gives the actor their next task and opens their annotation of it, in one transaction. Where opening is refused the task stays theirs, as
 * if it had been opened in a request of its own.
 */
export async function openNextTask(actor: Actor, projectId: string): Promise<OpenedNextTask> {
  return transaction(async (tx) => {
    const next = await takeNextTask(tx, actor, projectId)
    const workbench = next.taskId === null ? null : await openWorkbench(tx, actor, next.taskId).catch(ifRefused)
    return { ...next, workbench }
  })
}

const ifRefused = (error: unknown): null => {
  if (error instanceof AppError) return null
  throw error
}
