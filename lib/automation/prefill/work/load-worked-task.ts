import 'server-only'
import type { TaskState } from '@/generated/prisma/client'
import type { RunTarget } from '@/lib/automation/prefill/contract'
import type { Tx } from '@/lib/platform/server/db'
import { protocolById, stageByKey } from '@/lib/protocols'
import type { Json, Stage } from '@/lib/protocols/protocol'
import { contentNow } from '@/lib/workspace/tasks/found-evidence'
import { listUnits, unitOf } from '@/lib/workspace/tasks/load-task'
import { type StagedItem, stagesBefore } from '@/lib/workspace/tasks/open-next-stage'
import { readEarlier } from '@/lib/workspace/tasks/read-earlier'
import type { StepContext } from './run-steps'

/** A task as steps work on it. */
export interface WorkedTask {
  id: string
  stage: Stage
  staged: StagedItem
  stepContext: StepContext
}

/**
 * The task with content, units and earlier gold as they are now; its own gold is not among them. null where there is none,
 * or it is not what the run works on: a task that may still be changed, or one whose gold holds.
 */
export async function loadWorkedTask(tx: Tx, taskId: string, on: RunTarget = 'open'): Promise<WorkedTask | null> {
  const task = await tx.task.findUnique({
    where: { id: taskId },
    select: {
      id: true,
      itemId: true,
      projectId: true,
      position: true,
      round: true,
      state: true,
      stale: true,
      stage: { select: { key: true } },
      project: { select: { protocolId: true } },
      item: { select: { title: true, externalId: true, domain: true, source: true, content: true } },
    },
  })
  if (!task || !IS_FIT[on](task)) return null
  const { projectId, itemId, position } = task
  const protocol = protocolById(task.project.protocolId)
  const item = { ...task.item, content: task.item.content as Json }
  const staged: StagedItem = { projectId, itemId, position, protocol, item }
  const stage = stageByKey(protocol, task.stage.key)
  return { id: taskId, stage, staged, stepContext: await stepContextOf(tx, task, stage, staged) }
}

const IS_FIT: Record<RunTarget, (task: { state: TaskState; stale: boolean }) => boolean> = {
  open: ({ state }) => state === 'preparing' || state === 'open',
  gold: ({ state, stale }) => state === 'gold' && !stale,
}

/** What steps start from, as it is now. */
export async function stepContextOf(
  tx: Tx,
  task: { id: string; round: number },
  stage: Stage,
  staged: StagedItem,
): Promise<StepContext> {
  const before = stagesBefore(staged, stage).map(({ key }) => key)
  return {
    content: await contentNow(tx, staged),
    units: (await listUnits(tx, task)).map(unitOf),
    earlier: await readEarlier(tx, staged.itemId, before),
  }
}
