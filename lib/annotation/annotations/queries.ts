import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { listLacking, requirePractice } from '@/lib/annotation/assignments/practice-source'
import { listOwnInquiries } from '@/lib/annotation/inquiries/queries'
import { drawArms } from '@/lib/annotation/suggestions/draw-arms'
import { giveSuggestions, listArms } from '@/lib/annotation/suggestions/give-suggestions'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { canTask } from '@/lib/platform/policy/can'
import { ownWorkIn, visibleProjectsWhere } from '@/lib/platform/policy/visible'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { AppError, found } from '@/lib/platform/server/errors'
import { isUnopened, requireReading } from '@/lib/workspace/guidelines/queries'
import { type LoadedTask, listUnits, loadTask } from '@/lib/workspace/tasks/load-task'
import { readTakenOver } from '@/lib/workspace/tasks/read-taken-over'
import { shuffledFor } from '@/lib/workspace/tasks/shuffle-units'
import { annotationIdOf } from './annotation-id'
import type { Submissions, Workbench } from './contract'
import { listHeld, readHeld } from './held-submissions'
import { findOwnAnnotation, type OwnAnnotation } from './own-annotation'
import { presentWorkbench } from './present'

/**
 * Begins the actor's annotation of the task's current round, under these guidelines and the policies now in force: the arms of
 * its questions are drawn, and the order of the units that its stage shuffles. Whoever opens it in two tabs at once gets
 * the same one. The caller has authorised `task.annotate`.
 */
async function openAnnotation(tx: Tx, actor: Actor, task: LoadedTask, guidelineVersion: number | null): Promise<void> {
  const units = task.stage.shuffles === undefined ? [] : await listUnits(tx, task)
  const shown = shuffledFor(task.stage, units, { taskId: task.id, userId: actor.userId })
  const id = annotationIdOf({ taskId: task.id, userId: actor.userId, round: task.round })
  const created = await tx.$queryRaw<{ id: string }[]>`
    insert into annotations (id, task_id, user_id, round, independent, shown, guideline_version)
    select ${id}::uuid, ${task.id}::uuid, ${actor.userId}::uuid, ${task.round}, ${task.round === 1},
           ${shown && JSON.stringify(shown)}::jsonb, ${guidelineVersion}::int
    on conflict do nothing
    returning id`
  const annotationId = created[0]?.id
  if (!annotationId) return
  const scope = { actorId: actor.userId, projectId: task.projectId, itemId: task.itemId, taskId: task.id, annotationId }
  await record(tx, 'annotation.started', scope, { round: task.round })
  await drawArms(tx, annotationId, task)
}

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
export async function getWorkbench(actor: Actor, taskId: string): Promise<Workbench> {
  return transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId)
    const mayAnnotate = canTask(actor, 'task.annotate', task.subject)
    let annotation = await findOwnAnnotation(tx, actor, taskId)
    if (mayAnnotate && annotation?.round !== task.round) {
      const version = await requireReading(tx, actor, task)
      if (!annotation) await requirePractice(tx, practiceOf(task), { userId: actor.userId, stage: task.stage.key })
      await openAnnotation(tx, actor, task, version)
      annotation = await findOwnAnnotation(tx, actor, taskId)
    }
    if (mayAnnotate && annotation && isUnopened(annotation)) {
      await openCarried(tx, annotation.id, await requireReading(tx, actor, task))
      annotation = await findOwnAnnotation(tx, actor, taskId)
    }
    if (!annotation) throw new AppError('forbidden', 'This task is not assigned to you.')
    // What was carried into a new round begins when its annotator first opens it.
    if (mayAnnotate && annotation.round > 1) await drawArms(tx, annotation.id, task)
    const submitted = annotation.state === 'submitted'
    const suggestions = await giveSuggestions(tx, { annotationId: annotation.id, task, submitted })
    const arms = await listArms(tx, annotation.id)
    return presentWorkbench({ ...(await readParts(tx, actor, task, annotation)), suggestions, arms, mayAnnotate })
  })
}

/** What a workbench shows besides suggestions; reading it leaves no trace. */
export async function readParts(tx: Tx, { userId }: Actor, task: LoadedTask, annotation: OwnAnnotation) {
  const units = await listUnits(tx, task)
  const sentBack = await findSentBack(tx, task.id, annotation.round)
  const takenOver = await readTakenOver(tx, task.id, annotation.round)
  const inquiries = await listOwnInquiries(tx, { userId }, task.id)
  const held = annotation.heldUntil && (await readHeld(tx, annotation.id))
  const takeBackSeconds = env().ASSAY_TAKE_BACK_SECONDS
  return { task, annotation, held, takeBackSeconds, units, sentBack, takenOver, inquiries, userId }
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
