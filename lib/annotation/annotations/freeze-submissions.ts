/** What becomes of submissions once they can no longer be taken back. */
import 'server-only'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import { handleJob } from '@/lib/platform/jobs/task-registry'
import type { Actor } from '@/lib/platform/policy/actor'
import { canTask } from '@/lib/platform/policy/can'
import { pool, type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { type LoadedTask, loadTask } from '@/lib/workspace/tasks/load-task'
import { completeLabels, freezeAnnotation } from './freeze-annotation'
import { freezeSubmissionJob } from './jobs'

/**
 * Freezes a submission whose time to be taken back is over. Does nothing where it was taken back, is frozen, or was submitted anew and
 * still waits. One that cannot be submitted any more (the share is gone, the project is archived, a new version asks for more) is its
 * owner's draft again: what others decided meanwhile they decided about a draft.
 */
export async function freezeSubmission(annotationId: string): Promise<void> {
  await transaction(async (tx) => {
    const owner = await findOwner(tx, annotationId)
    if (!owner) return
    const { taskId, actor } = owner
    const task = await loadTask(tx, actor, taskId, { lock: true }).catch(ifRefused)
    const [due] = await tx.$queryRaw<{ round: number; activeSeconds: number }[]>`
      select round, active_seconds "activeSeconds" from annotations
      where id = ${annotationId}::uuid and held_until <= clock_timestamp() for update`
    if (!due) return
    const labels = task && (await labelsToFreeze(tx, { actor, task, annotationId, round: due.round }))
    if (task && labels)
      await freezeAnnotation(tx, actor, task, { id: annotationId, activeSeconds: due.activeSeconds, labels })
    else await letGo(tx, annotationId)
  })
}

/** Nothing for what the policy, or the protocol, does not let anybody submit. */
const ifRefused = (error: unknown): null => {
  if (error instanceof AppError) return null
  throw error
}

interface Due {
  actor: Actor
  task: LoadedTask
  annotationId: string
  round: number
}

async function labelsToFreeze(tx: Tx, { actor, task, annotationId, round }: Due) {
  const subject = { ...task.subject, held: false }
  if (round !== task.round || !canTask(actor, 'task.annotate', subject)) return null
  return completeLabels(tx, task, annotationId).catch(ifRefused)
}

async function findOwner(tx: Tx, annotationId: string): Promise<{ taskId: string; actor: Actor } | null> {
  const heldAnnotation = await tx.annotation.findFirst({
    where: { id: annotationId, heldUntil: { not: null } },
    select: { taskId: true, user: { select: { id: true, name: true, isAdmin: true } } },
  })
  if (!heldAnnotation) return null
  const { id: userId, name, isAdmin } = heldAnnotation.user
  return { taskId: heldAnnotation.taskId, actor: { userId, name, isAdmin, via: 'session' } }
}

const letGo = (tx: Pick<Tx, 'annotation'>, annotationId: string) =>
  tx.annotation.updateMany({ where: { id: annotationId, heldUntil: { not: null } }, data: { heldUntil: null } })

export const freezeSubmissionHandler = handleJob(
  freezeSubmissionJob,
  ({ annotationId }) => freezeSubmission(annotationId),
  // Nobody may wait for ever for what fails again and again: its owner can submit it once more, and is told why it fails.
  async ({ annotationId }) => void (await transaction((tx) => letGo(tx, annotationId))),
)

/** So long after its moment a submission that no job has frozen is given one: those of a restored database have none. */
const OVERDUE_MINUTES = 1

/** Gives a job to what should have been frozen by now. */
export async function freezeOverdue(): Promise<void> {
  const { rows } = await pool().query<{ id: string }>(
    `select n.id from annotations n
     where n.held_until < now() - make_interval(mins => $1) and not exists (
       select 1 from graphile_worker.jobs j where j.key = $2 || '/' || n.id)`,
    [OVERDUE_MINUTES, freezeSubmissionJob.name],
  )
  for (const { id } of rows)
    await enqueue(pool(), freezeSubmissionJob, { annotationId: id }, { jobKey: `${freezeSubmissionJob.name}/${id}` })
}
