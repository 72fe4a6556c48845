import 'server-only'
import { type AnnotationState, Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { canTask } from '@/lib/platform/policy/can'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { type LoadedTask, loadTask } from '@/lib/workspace/tasks/load-task'
import { changedSections } from './changes/rules'
import type { Guideline, GuidelineGate, GuidelineVersion } from './contract'

/** The versions of a project's guidelines, newest first. */
export async function listGuidelines(actor: Actor, projectId: string): Promise<GuidelineVersion[]> {
  return transaction(async (tx) => {
    authorizeProject('project.view', await loadProject(tx, actor, projectId))
    const rows = await tx.guideline.findMany({
      where: { projectId },
      orderBy: { version: 'desc' },
      select: { version: true, note: true, createdAt: true, createdById: true },
    })
    const names = await namesOf(tx, rows)
    return rows.map(({ createdById, createdAt, ...row }) => ({
      ...row,
      createdAt: createdAt.toISOString(),
      createdBy: createdById ? (names.get(createdById) ?? null) : null,
    }))
  })
}

/** One version (a number) or the one in force (`latest`). */
export async function getGuideline(actor: Actor, projectId: string, version: string): Promise<Guideline> {
  return transaction(async (tx) => {
    authorizeProject('project.view', await loadProject(tx, actor, projectId))
    return readGuideline(tx, projectId, version === 'latest' ? null : Number(version))
  })
}

/** A version with its text; the latest for null. For callers that have already authorised. */
export async function readGuideline(tx: Tx, projectId: string, version: number | null): Promise<Guideline> {
  const latest = await tx.guideline.aggregate({ where: { projectId }, _max: { version: true } })
  const wanted = found(version ?? latest._max.version, 'This project has no guidelines.')
  const row = found(await tx.guideline.findUnique({ where: { projectId_version: { projectId, version: wanted } } }))
  const names = await namesOf(tx, [row])
  return {
    version: row.version,
    body: row.body,
    note: row.note,
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdById ? (names.get(row.createdById) ?? null) : null,
    latest: row.version === latest._max.version,
  }
}

/** What somebody has to confirm before a task: the version in force, and the one they knew; null where they have worked under none. */
interface ToConfirm {
  version: number
  since: number | null
}

/** The version of the guidelines in force for a task, null without any, and whether its stage asks for them before the first task. */
export interface InForce {
  version: number | null
  first: boolean
}

/** The columns of `InForce`: of a copy like of its original, by the project that is shadowed and the stage of this key in it. */
export const inForceColumns = (projectId: Prisma.Sql, stageKey: Prisma.Sql): Prisma.Sql => Prisma.sql`
  (select max(version) from guidelines where project_id = ${projectId}) "version",
  coalesce((select guidelines_first from stages where project_id = ${projectId} and key = ${stageKey}), false) "first"`

/** What is in force at this moment. */
async function guidelinesInForce(tx: Tx, { projectId, stage }: LoadedTask): Promise<InForce> {
  const columns = inForceColumns(Prisma.sql`${projectId}::uuid`, Prisma.sql`${stage.key}`)
  const [row] = await tx.$queryRaw<InForce[]>`select ${columns}`
  return row ?? { version: null, first: false }
}

/**
 * What this person must confirm before they begin the task; null where nothing. Where the project asks for it in this stage, the guidelines before their first task there, unless they have
 * confirmed any version; and everywhere what has changed since the version that they know: one that they confirmed, wrote, or began a task under, copies among them, which nobody may
 * tell from other tasks. Answers that were imported under their name, or taken over into a round as they were, are no beginning.
 */
export async function toConfirm(
  tx: Tx,
  { userId }: Actor,
  { projectId, stage }: LoadedTask,
  { version, first }: InForce,
): Promise<ToConfirm | null> {
  if (version === null || (version === 1 && !first)) return null
  const [{ confirmed } = { confirmed: null }] = await tx.$queryRaw<{ confirmed: number | null }[]>`
    select max(version) "confirmed" from guideline_readings
    where project_id = ${projectId}::uuid and user_id = ${userId}::uuid`
  if (confirmed === version) return null
  // Most often a task was begun under it; that is found at the first such task, whatever else the person has answered.
  const begun = Prisma.sql`
    from annotations a join tasks t on t.id = a.task_id join stages s on s.id = t.stage_id
    left join calibrations k on k.shadow_id = t.project_id
    where a.user_id = ${userId}::uuid and coalesce(k.project_id, t.project_id) = ${projectId}::uuid
      and a.origin = 'person' and (a.round = 1 or a.state = 'draft' or exists (
        select 1 from events e where e.annotation_id = a.id and e.type = 'annotation.submitted'))`
  if (first && confirmed === null) {
    const [{ isBegun } = { isBegun: false }] = await tx.$queryRaw<{ isBegun: boolean }[]>`
      select exists (select 1 ${begun} and a.guideline_version is not null and s.key = ${stage.key}) "isBegun"`
    if (!isBegun) return { version, since: null }
  }
  const [{ isKnown } = { isKnown: false }] = await tx.$queryRaw<{ isKnown: boolean }[]>`
    select exists (select 1 ${begun} and a.guideline_version = ${version}) "isKnown"`
  if (isKnown) return null
  const [{ since } = { since: null }] = await tx.$queryRaw<{ since: number | null }[]>`
    select greatest(${confirmed}::int, (select max(a.guideline_version) ${begun}),
      (select max(g.version) from guidelines g
        where g.project_id = ${projectId}::uuid and g.created_by_id = ${userId}::uuid)) "since"`
  if (since === null || since === version || (await saysTheSame(tx, projectId, [since, version]))) return null
  return { version, since }
}

/** Do two versions say the same, whatever the order and numbers of their sections and the ends of their lines? Then there is nothing to confirm. */
export async function saysTheSame(tx: Tx, projectId: string, versions: readonly [number, number]): Promise<boolean> {
  const where = { projectId, version: { in: [...versions] } }
  const [before, after] = await tx.guideline.findMany({ where, orderBy: { version: 'asc' }, select: { body: true } })
  return !before || !after || changedSections(before.body, after.body).length === 0
}

/**
 * The version of the guidelines under which the actor may begin this task, null without any: one that is published meanwhile is not it.
 * Throws `rule` where they have to confirm guidelines, or what changed in them, first.
 */
export async function requireReading(tx: Tx, actor: Actor, task: LoadedTask, inForce: InForce): Promise<number | null> {
  const gate = await toConfirm(tx, actor, task, inForce)
  if (!gate) return inForce.version
  const { version, since } = gate
  if (since !== null)
    throw new AppError(
      'rule',
      'The guidelines have changed. Confirm that you have read what changed: then the task opens.',
      {
        issues: [
          {
            path: 'guidelines',
            message: `Version ${version} of the guidelines is not confirmed yet; you know ${since}.`,
          },
        ],
        data: { guidelineVersion: version, since, projectId: task.projectId },
      },
    )
  throw new AppError('rule', 'Read the guidelines first, and confirm that you have: then the task opens.', {
    issues: [{ path: 'guidelines', message: `Version ${version} of the guidelines is not confirmed yet.` }],
    data: { guidelineVersion: version, projectId: task.projectId },
  })
}

/** Has nobody opened this annotation since it was carried into its round? Only opening notes under which version it goes on. */
export const isUnopened = (annotation: {
  round: number
  state: AnnotationState
  heldUntil: Date | null
  guidelineVersion: number | null
}): boolean =>
  annotation.round > 1 && annotation.state === 'draft' && !annotation.heldUntil && annotation.guidelineVersion === null

/** The guidelines, or what changed in them, that the actor has to confirm before this task opens to them; null where it would open. */
export async function guidelineToConfirm(actor: Actor, taskId: string): Promise<GuidelineGate | null> {
  return transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId)
    const { projectId } = task
    if (!canTask(actor, 'task.annotate', task.subject)) return null
    const annotation = await tx.annotation.findFirst({
      where: { taskId, userId: actor.userId, round: task.round },
      select: { round: true, state: true, heldUntil: true, guidelineVersion: true },
    })
    if (annotation && !isUnopened(annotation)) return null
    const gate = await toConfirm(tx, actor, task, await guidelinesInForce(tx, task))
    if (!gate) return null
    const guideline = await readGuideline(tx, projectId, null)
    if (gate.since === null) return { projectId, guideline, changed: null }
    const notes = await tx.guideline.findMany({
      where: { projectId, version: { gt: gate.since } },
      orderBy: { version: 'desc' },
      select: { version: true, note: true },
    })
    return { projectId, guideline, changed: { before: await readGuideline(tx, projectId, gate.since), notes } }
  })
}

async function namesOf(tx: Tx, rows: readonly { createdById: string | null }[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap((row) => row.createdById ?? []))]
  const users = await tx.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  return new Map(users.map((user) => [user.id, user.name]))
}
