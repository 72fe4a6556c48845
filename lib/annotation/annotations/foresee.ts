import 'server-only'
import { foreseeTasks } from '@/lib/annotation/assignments/queries'
import type { Actor } from '@/lib/platform/policy/actor'
import { canTask } from '@/lib/platform/policy/can'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { isUnopened, toConfirm } from '@/lib/workspace/guidelines/queries'
import { newAnnotation } from './begin-annotation'
import { FORESEEN_TASKS, type Foreseen, type Workbench } from './contract'
import type { OwnAnnotation } from './own-annotation'
import { loadOwnWork, type OwnWork } from './own-work'
import { presentWorkbench } from './present'
import { readParts } from './queries'

/**
 * The workbenches of the tasks that the actor is likely to get after this one, for the browser to have at hand. Reads only:
 * nothing is reserved, opened, drawn or handed out; that comes when a person arrives. Left out is what cannot be shown
 * without that: tasks with suggestions, and those behind guidelines that are not confirmed.
 */
export async function listForeseen(
  actor: Actor,
  projectId: string,
  after: string,
  { own = false }: { own?: boolean } = {},
): Promise<Foreseen> {
  return transaction(async (tx) => {
    const tasks: Foreseen['tasks'] = []
    let isLeftOut = false
    for (const { id, held } of await foreseeTasks(tx, actor, projectId, { after, own, limit: FORESEEN_TASKS })) {
      const workbench = await foreseeWorkbench(tx, actor, await loadOwnWork(tx, actor, id, { offered: !held }), held)
      if (workbench) tasks.push({ held, next: held && !isLeftOut, workbench })
      else isLeftOut = true
    }
    return { tasks }
  })
}

async function foreseeWorkbench(tx: Tx, actor: Actor, ownWork: OwnWork, isHeld: boolean): Promise<Workbench | null> {
  const { task } = ownWork
  if (isHeld && !canTask(actor, 'task.annotate', task.subject)) return null
  if (ownWork.hasSuggestions || (await toConfirm(tx, actor, task, ownWork.inForce))) return null
  const annotation = asOpened(actor, ownWork)
  if (annotation.state !== 'draft' || annotation.heldUntil) return null
  const parts = await readParts(tx, actor, ownWork, annotation)
  return { ...presentWorkbench({ ...parts, suggestions: [], arms: [], mayAnnotate: true }), foreseen: true }
}

/** As it will be opened: one that was carried into its round goes on under the guidelines that are in force then. */
function asOpened(actor: Actor, { task, annotation, units, inForce: { version } }: OwnWork): OwnAnnotation {
  if (annotation?.round !== task.round) return newAnnotation(actor, task, { units, guidelineVersion: version })
  return isUnopened(annotation) ? { ...annotation, guidelineVersion: version } : annotation
}
