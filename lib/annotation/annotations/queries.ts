import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { listLacking, requirePractice } from '@/lib/annotation/assignments/practice-source'
import { drawArms } from '@/lib/annotation/suggestions/draw-arms'
import { giveSuggestions, listArms } from '@/lib/annotation/suggestions/give-suggestions'
import type { Actor } from '@/lib/platform/policy/actor'
import { canTask } from '@/lib/platform/policy/can'
import { ownWorkIn, visibleProjectsWhere } from '@/lib/platform/policy/visible'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { AppError, found } from '@/lib/platform/server/errors'
import { isUnopened, requireReading } from '@/lib/workspace/guidelines/queries'
import { type LoadedTask, loadTask } from '@/lib/workspace/tasks/load-task'
import { readTakenOver } from '@/lib/workspace/tasks/read-taken-over'
import { beginAnnotation, newAnnotation } from './begin-annotation'
import type { Submissions, Workbench } from './contract'
import { listHeld, readHeld } from './held-submissions'
import { rememberTask } from './known-tasks'
import { findOwnAnnotation, type OwnAnnotation } from './own-annotation'
import { loadOwnWork, type OwnWork } from './own-work'
import { presentWorkbench } from './present'

/** Notes under which guidelines the work on carried answers goes on; the first of two tabs does. The caller has authorised `task.annotate`. */
async function openCarried(tx: Tx, annotationId: string, guidelineVersion: number | null): Promise<void> {
  await tx.annotation.updateMany({ where: { id: annotationId, guidelineVersion: null }, data: { guidelineVersion } })
}

const SUBMISSIONS_PER_PAGE = 50

/**
 * The actor's own annotation of a task with all that is needed to work on it: begun when there is none yet, read-only
 * once submitted or taken away. Nobody else's answers are ever in it, and of suggestions only what its arms allow; what is
 * handed out is remembered. Throws `not_found`, `forbidden` for those who may see the task but have no share in it, or `rule`
 * where the guidelines have to be confirmed first, or practice comes first.
 */
export const getWorkbench = (actor: Actor, taskId: string): Promise<Workbench> =>
  transaction((tx) => openWorkbench(tx, actor, taskId))

/** As `getWorkbench`, in the caller's transaction. What it refuses it has written nothing of. */
export async function openWorkbench(tx: Tx, actor: Actor, taskId: string): Promise<Workbench> {
  const ownWork = await loadOwnWork(tx, actor, taskId)
  const { task } = ownWork
  const mayAnnotate = canTask(actor, 'task.annotate', task.subject)
  const annotation = mayAnnotate ? await openOwn(tx, actor, ownWork) : ownWork.annotation
  if (!annotation) throw new AppError('forbidden', 'This task is not assigned to you.')
  if (mayAnnotate) rememberTask(taskId, { protocolId: task.protocol.id, stageKey: task.stage.key }, ownWork.units)
  const parts = { ...(await readParts(tx, actor, ownWork, annotation)), mayAnnotate }
  if (!ownWork.hasSuggestions && !ownWork.hasArms) return presentWorkbench({ ...parts, suggestions: [], arms: [] })
  // Of what was carried into a round when its annotator first opens it.
  if (mayAnnotate && (annotation !== ownWork.annotation || annotation.round > 1))
    await drawArms(tx, annotation.id, task)
  const submitted = annotation.state === 'submitted'
  const suggestions = await giveSuggestions(tx, { annotationId: annotation.id, task, submitted })
  return presentWorkbench({ ...parts, suggestions, arms: await listArms(tx, annotation.id) })
}

/**
 * The actor's annotation of the task's current round, begun where there is none, under the guidelines now in force. Whoever opens it in two
 * tabs at once gets the same one. The caller has authorised `task.annotate`.
 */
async function openOwn(tx: Tx, actor: Actor, ownWork: OwnWork): Promise<OwnAnnotation | null> {
  const { task, annotation, units, inForce, asksForPractice } = ownWork
  if (annotation?.round === task.round && !isUnopened(annotation)) return annotation
  const guidelineVersion = await requireReading(tx, actor, task, inForce)
  if (annotation?.round === task.round) await openCarried(tx, annotation.id, guidelineVersion)
  else {
    if (!annotation && asksForPractice)
      await requirePractice(tx, practiceOf(task), { userId: actor.userId, stage: task.stage.key })
    const begun = newAnnotation(actor, task, { units, guidelineVersion })
    if (await beginAnnotation(tx, actor, task, begun)) return begun
  }
  return findOwnAnnotation(tx, actor, task.id)
}

/** What a workbench shows besides suggestions; reading it leaves no trace. */
export async function readParts(
  tx: Tx,
  { userId }: Actor,
  { task, units, inquiries }: OwnWork,
  annotation: OwnAnnotation,
) {
  const sentBack = await findSentBack(tx, task.id, annotation.round)
  const takenOver = await readTakenOver(tx, task.id, annotation.round)
  const heldSubmission = annotation.heldUntil && (await readHeld(tx, annotation.id))
  const takeBackSeconds = env().ASSAY_TAKE_BACK_SECONDS
  return { task, annotation, held: heldSubmission, takeBackSeconds, units, sentBack, takenOver, inquiries, userId }
}

/** Does practice come before the actor can begin this task? */
export async function practiceComesFirst(actor: Actor, taskId: string): Promise<boolean> {
  return transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId)
    if (!canTask(actor, 'task.annotate', task.subject) || (await findOwnAnnotation(tx, actor, taskId))) return false
    return (await listLacking(tx, practiceOf(task), actor.userId)).includes(task.stage.key)
  })
}

const practiceOf = ({ projectId, protocol }: LoadedTask) => ({ id: projectId, protocolId: protocol.id })

async function findSentBack(tx: Tx, taskId: string, round: number): Promise<{ comment: string; at: Date } | null> {
  if (round === 1) return null
  const rows = await tx.$queryRaw<{ comment: string; at: Date }[]>`
    select data->>'comment' "comment", at from events
    where task_id = ${taskId}::uuid and type = 'task.reopened' and (data->>'round')::int = ${round}
    order by id desc limit 1`
  return rows[0] ?? null
}

/**
 * What the actor has submitted in a project, latest first, one row a task and round; apart, what of it they can still take back.
 * `before` is the last page's `next`.
 */
export async function listMySubmissions(actor: Actor, projectId: string, before?: string): Promise<Submissions> {
  const where = { id: projectId, ...visibleProjectsWhere(actor) }
  found(await prisma().project.findFirst({ where, select: { id: true } }))
  const rows = await prisma().$queryRaw<
    { id: string; taskId: string; position: number; title: string; round: number; submittedAt: Date }[]
  >`
    select n.id, n.task_id "taskId", t.position, i.title, n.round, n.submitted_at "submittedAt"
    from annotations n join tasks t on t.id = n.task_id join items i on i.id = t.item_id
    where n.user_id = ${actor.userId}::uuid and n.state = 'submitted' and ${ownWorkIn(projectId)}
      ${before ? Prisma.sql`and (n.submitted_at, n.id) < (select submitted_at, id from annotations where id = ${before}::uuid)` : Prisma.empty}
    order by n.submitted_at desc, n.id desc limit ${SUBMISSIONS_PER_PAGE + 1}`
  const page = rows.slice(0, SUBMISSIONS_PER_PAGE)
  return {
    held: before ? [] : await listHeld(prisma(), actor, projectId),
    submissions: page.map(({ id: _, submittedAt, ...row }) => ({ ...row, submittedAt: submittedAt.toISOString() })),
    next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
  }
}
