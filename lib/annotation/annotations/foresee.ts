import 'server-only'
import { foreseeTasks } from '@/lib/annotation/assignments/queries'
import type { Actor } from '@/lib/platform/policy/actor'
import { canTask } from '@/lib/platform/policy/can'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { guidelinesInForce, type InForce, isUnopened, toConfirm } from '@/lib/workspace/guidelines/queries'
import { type LoadedTask, listUnits, loadTask } from '@/lib/workspace/tasks/load-task'
import { shuffledFor } from '@/lib/workspace/tasks/shuffle-units'
import { annotationIdOf } from './annotation-id'
import { FORESEEN_TASKS, type Foreseen, type Workbench } from './contract'
import { findOwnAnnotation, type OwnAnnotation } from './own-annotation'
import { presentWorkbench } from './present'
import { readParts } from './queries'

/**
 * The workbenches of the tasks that the actor is likely to get after this one, for the browser to have at hand. Reads only:
 * nothing is reserved, opened, drawn or handed out; that comes when a person arrives. Left out is what cannot be shown
 * without that: tasks with suggestions, and those behind guidelines that are not confirmed.
 */
export async function listForeseen(actor: Actor, projectId: string, after: string): Promise<Foreseen> {
  return transaction(async (tx) => {
    const tasks: Foreseen['tasks'] = []
    for (const { id, held } of await foreseeTasks(tx, actor, projectId, { after, limit: FORESEEN_TASKS })) {
      const workbench = await foreseeWorkbench(tx, actor, await loadTask(tx, actor, id, { offered: !held }), held)
      if (workbench) tasks.push({ held, workbench })
    }
    return { tasks }
  })
}

async function foreseeWorkbench(tx: Tx, actor: Actor, task: LoadedTask, held: boolean): Promise<Workbench | null> {
  if (held && !canTask(actor, 'task.annotate', task.subject)) return null
  const inForce = await guidelinesInForce(tx, task)
  if (await toConfirm(tx, actor, task, inForce)) return null
  if ((await tx.suggestion.count({ where: { taskId: task.id } })) > 0) return null
  const own = await findOwnAnnotation(tx, actor, task.id)
  const annotation = own?.round === task.round ? asOpened(own, inForce) : await unbegun(tx, actor, task, inForce)
  if (annotation.state !== 'draft' || annotation.heldUntil) return null
  const parts = await readParts(tx, actor, task, annotation)
  return { ...presentWorkbench({ ...parts, suggestions: [], arms: [], mayAnnotate: true }), foreseen: true }
}

/** One that was carried into its round goes on under the guidelines that are in force when it is opened. */
const asOpened = (own: OwnAnnotation, { version }: InForce): OwnAnnotation =>
  isUnopened(own) ? { ...own, guidelineVersion: version } : own

/** The annotation as `openAnnotation` would begin it. */
async function unbegun(tx: Tx, { userId }: Actor, task: LoadedTask, { version }: InForce): Promise<OwnAnnotation> {
  const { id: taskId, round } = task
  const units = task.stage.shuffles === undefined ? [] : await listUnits(tx, task)
  return {
    id: annotationIdOf({ taskId, userId, round }),
    round,
    state: 'draft',
    submittedAt: null,
    heldUntil: null,
    guidelineVersion: version,
    shown: shuffledFor(task.stage, units, { taskId, userId }),
    answers: [],
  }
}
