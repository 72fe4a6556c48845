import 'server-only'
import { type AnnotationState, Prisma } from '@/generated/prisma/client'
import { prolonged } from '@/lib/annotation/assignments/prolong'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { PREPARED } from '@/lib/platform/server/statement-name'
import { saysTheSame } from '@/lib/workspace/guidelines/queries'
import { countTime } from '@/lib/workspace/tasks/count-time'
import { authorizeTask, type LoadedTask, loadTask } from '@/lib/workspace/tasks/load-task'
import type { Submission } from './contract'
import { completeLabels, freezeAnnotation } from './freeze-annotation'
import { HELD, presentHeld } from './held-submissions'
import { freezeSubmissionJob } from './jobs'
import { carriedUnopened, unopened } from './load-draft'

export interface Submitting {
  /** The time in use that is not reported yet. */
  activeSeconds?: number
  /** The version of the guidelines under which its annotator looked at it last, as far as that is known. */
  guidelineVersion?: number | null
  /** For how long it can be taken back; 0 freezes it at once, also what is held. */
  holdSeconds?: number
}

/**
 * Submits the actor's annotation: complete by the protocol's rules (`rule` with issues otherwise), then frozen for ever, at once or by a
 * job when it can no longer be taken back. Until then it is a draft, and nobody else can tell it from one. The last annotator's
 * submission reveals the task. The task's row is locked first, so of two last annotators who submit at once, the second sees the
 * first. `annotationId` says which draft the actor was looking at: a page left open since an earlier round submits nothing (`conflict`),
 * and one whose answer got lost hears what became of it. Nor is submitted what was answered under other guidelines than it was then
 * opened under, until somebody has looked at it again (`conflict`).
 */
export async function submitAnnotation(
  actor: Actor,
  taskId: string,
  annotationId?: string,
  { activeSeconds = 0, guidelineVersion = null, holdSeconds = 0 }: Submitting = {},
): Promise<Submission> {
  return transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId, { lock: true })
    const ownAnnotation = await lockOwn(tx, actor, task)
    const done = ownAnnotation && ownAnnotation.id === annotationId ? submissionOf(ownAnnotation) : null
    if (done?.submittedAt || (done && holdSeconds > 0)) return done
    // What is held is submitted at last; whoever answers it as well has to take it back.
    const subject = { ...task.subject, held: task.subject.held && done === null }
    authorizeTask(actor, 'task.annotate', { ...task, subject }, 'There is nothing of yours to submit here.')
    const annotation = requireDraft(ownAnnotation)
    if (annotationId && annotation.id !== annotationId)
      throw new AppError(
        'conflict',
        'This task has been sent back to you meanwhile. Open it again, and look at it before you submit.',
      )
    await requireSeen(tx, task, [guidelineVersion, annotation.guidelineVersion])
    const labels = await completeLabels(tx, task, annotation.id)
    // What is held has its time already: only the answer to it got lost.
    const seconds = done === null ? activeSeconds : 0
    const inUse = annotation.activeSeconds + seconds
    await countTime(tx, task, { userId: actor.userId, kind: 'annotation', seconds })
    if (holdSeconds > 0) return hold(tx, actor, task, { id: annotation.id, activeSeconds: inUse, holdSeconds })
    const submittedAt = await freezeAnnotation(tx, actor, task, { id: annotation.id, activeSeconds: inUse, labels })
    return { submittedAt: submittedAt.toISOString(), held: null }
  })
}

/** Throws `conflict` where the version of the guidelines that somebody had before them says something else than the one they opened the task under. */
async function requireSeen(tx: Tx, { projectId }: LoadedTask, [seen, opened]: [number | null, number | null]) {
  if (seen === null || opened === null || seen === opened || (await saysTheSame(tx, projectId, [seen, opened]))) return
  throw new AppError(
    'conflict',
    'The guidelines have changed since you answered. Look at your answers again under them, then submit.',
  )
}

/** Of an annotation that is submitted already: when it was, or until when it is held. */
function submissionOf({ submittedAt, until, seconds }: Locked): Submission | null {
  if (submittedAt) return { submittedAt: submittedAt.toISOString(), held: null }
  return until && { submittedAt: null, held: presentHeld({ until, seconds: seconds ?? 0 }) }
}

/**
 * Keeps a submission from being frozen for a while. For others this is a sign of life in a draft: no state changes, no event is
 * recorded, nothing is counted. By the clock of the database, which also says when the job is due.
 */
async function hold(
  tx: Tx,
  { userId }: Actor,
  { id: taskId, reservationMinutes }: LoadedTask,
  { id, activeSeconds, holdSeconds }: { id: string; activeSeconds: number; holdSeconds: number },
): Promise<Submission> {
  const [row] = await tx.$queryRaw<{ until: Date }[]>`
    with prolonged as (${prolonged({ taskId, userId, reservationMinutes })})
    update annotations set active_seconds = ${activeSeconds},
      held_until = date_trunc('milliseconds', clock_timestamp()) + make_interval(secs => ${holdSeconds})
    where id = ${id}::uuid returning held_until "until"`
  if (!row) throw new Error(`annotation ${id} is gone under its lock`)
  await enqueue(
    tx,
    freezeSubmissionJob,
    { annotationId: id },
    { jobKey: `${freezeSubmissionJob.name}/${id}`, runAt: row.until },
  )
  return { submittedAt: null, held: { until: row.until.toISOString(), seconds: holdSeconds } }
}

interface Locked {
  id: string
  state: AnnotationState
  submittedAt: Date | null
  /** While it is held. */
  until: Date | null
  seconds: number | null
  activeSeconds: number
  guidelineVersion: number | null
  isUnopened: boolean
}

/** The actor's annotation in this round, its row held, so that an answer on its way is either in or refused. */
async function lockOwn(tx: Tx, actor: Actor, task: LoadedTask): Promise<Locked | null> {
  const rows = await tx.$queryRaw<Locked[]>`
    ${Prisma.raw(PREPARED)}
    select n.id, n.state::text "state", n.submitted_at "submittedAt", ${HELD}, n.active_seconds "activeSeconds",
           n.guideline_version "guidelineVersion", ${Prisma.raw(carriedUnopened('p.id'))} "isUnopened"
    from annotations n cross join (select ${task.projectId}::uuid "id") p
    where n.task_id = ${task.id}::uuid and n.user_id = ${actor.userId}::uuid and n.round = ${task.round}
    for update of n`
  return rows[0] ?? null
}

/** Throws `conflict` where it was not opened in this round. */
function requireDraft(ownAnnotation: Locked | null): Locked {
  if (ownAnnotation?.state !== 'draft' || ownAnnotation.isUnopened) throw unopened()
  return ownAnnotation
}
