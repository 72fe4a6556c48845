/** Evidence and segments that a step made, taken over into the item: before anybody has begun, or not at all. */
import 'server-only'
import { transaction } from '@/lib/platform/server/db'
import { StepFailure, type StepOutput } from '@/lib/protocols/prefill'
import type { Stage } from '@/lib/protocols/protocol'
import { withoutSpace } from '@/lib/text/same-text'
import { resegmentProblem, wholeText } from '@/lib/workspace/items/rules'
import { keepEvidence, takeIntoContent } from '@/lib/workspace/tasks/found-evidence'
import { lockItemTasks } from '@/lib/workspace/tasks/load-task'
import { type Refreshed, refreshUnits } from '@/lib/workspace/tasks/refresh-units'
import type { ClaimedItem } from './items'
import { loadWorkedTask, type WorkedTask } from './load-worked-task'
import type { StepContext } from './run-steps'

const WHY: Record<Exclude<Refreshed, 'done'>, string> = {
  begun: 'Somebody has begun to work on it, so its units stay as they are.',
  opened: 'It is open for annotation, so its segments stay as they are.',
  gone: 'Its task was submitted or discarded meanwhile.',
}

/** Takes it over in one transaction, while the item is this worker's. Returns the new context of the steps, or why nothing changes. */
export function applyOutput(
  runId: string,
  item: ClaimedItem,
  { id: taskId, stage, staged }: WorkedTask,
  { evidence = [], segments }: StepOutput,
): Promise<StepContext | string> {
  return transaction(async (tx) => {
    const mine = await tx.$queryRaw<unknown[]>`
      select 1 from run_items where id = ${item.id}::uuid and worker = ${item.worker} and state = 'running' for update`
    if (mine.length === 0) throw new StepFailure('cancelled', 'Another worker has taken the item over.')
    await lockItemTasks(tx, taskId)
    const now = await loadWorkedTask(tx, taskId)
    if (!now) return WHY.gone
    if (now.staged.protocol.id !== staged.protocol.id)
      throw new StepFailure('cancelled', 'The project has moved to another version of its protocol meanwhile.')
    if (segments) refuseOtherText(stage, now, segments)
    const begun = await tx.annotation.count({ where: { taskId } })
    if (begun > 0) return segments ? asItIs(stage, now, segments, WHY.begun) : WHY.begun
    if (evidence.length > 0) {
      await keepEvidence(tx, { itemId: staged.itemId, runId }, evidence)
      await takeIntoContent(tx, staged)
    }
    const refreshed = await refreshUnits(tx, staged, stage, null, segments)
    if (segments && (refreshed === 'begun' || refreshed === 'opened'))
      return asItIs(stage, now, segments, WHY[refreshed])
    if (refreshed !== 'done') return WHY[refreshed]
    return (await loadWorkedTask(tx, taskId))?.stepContext ?? WHY.gone
  })
}

/** Segments that cannot change hold no later step up: it works with those there are, and says why where they differ. */
function asItIs(stage: Stage, { stepContext }: WorkedTask, segments: readonly string[], why: string): StepContext {
  const current = segmentsOf(stage, stepContext)
  const isSame =
    current.length === segments.length &&
    current.every((text, index) => withoutSpace(text) === withoutSpace(segments[index] ?? ''))
  return isSame ? stepContext : { ...stepContext, remark: why }
}

const segmentsOf = (stage: Stage, { units }: StepContext) =>
  units.filter(({ kind }) => kind === stage.resegments).map(({ text }) => text)

/** Throws StepFailure `rejected` unless the segments make up the same text. */
export function refuseOtherText(
  stage: Stage,
  { staged, stepContext }: Pick<WorkedTask, 'staged' | 'stepContext'>,
  segments: readonly string[],
): void {
  const current = segmentsOf(stage, stepContext)
  const whole = wholeText(staged.protocol.present(staged.item.content), current)
  const problem = resegmentProblem(current, segments, whole)
  if (problem) throw new StepFailure('rejected', `The proposed segments were not taken. ${problem}`)
}
