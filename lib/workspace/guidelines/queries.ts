import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { canTask } from '@/lib/platform/policy/can'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { type LoadedTask, loadTask } from '@/lib/workspace/tasks/load-task'
import type { Guideline, GuidelineVersion } from './contract'

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

/** Must this person confirm the guidelines before they begin the task? Once in a project is enough, of whatever version. */
export async function mustRead(tx: Tx, { userId }: Actor, { projectId, stage }: LoadedTask): Promise<boolean> {
  if (!stage.guidelinesFirst) return false
  return (await tx.guidelineReading.count({ where: { projectId, userId } })) === 0
}

/** Throws `rule` where the actor has not confirmed guidelines that come before their first task. */
export async function requireReading(tx: Tx, actor: Actor, task: LoadedTask): Promise<void> {
  if (!(await mustRead(tx, actor, task))) return
  const { version } = await readGuideline(tx, task.projectId, null)
  throw new AppError('rule', 'Read the guidelines first, and confirm that you have: then the task opens.', {
    issues: [{ path: 'guidelines', message: `Version ${version} of the guidelines is not confirmed yet.` }],
    data: { guidelineVersion: version },
  })
}

/** The guidelines that the actor has to confirm before this task opens to them; null where it would open. */
export async function guidelineToConfirm(
  actor: Actor,
  taskId: string,
): Promise<{ projectId: string; guideline: Guideline } | null> {
  return transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId)
    const begun = await tx.annotation.count({ where: { taskId, userId: actor.userId, round: task.round } })
    if (begun > 0 || !canTask(actor, 'task.annotate', task.subject) || !(await mustRead(tx, actor, task))) return null
    return { projectId: task.projectId, guideline: await readGuideline(tx, task.projectId, null) }
  })
}

async function namesOf(tx: Tx, rows: readonly { createdById: string | null }[]): Promise<Map<string, string>> {
  const ids = [...new Set(rows.flatMap((row) => row.createdById ?? []))]
  const users = await tx.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  return new Map(users.map((user) => [user.id, user.name]))
}
