import 'server-only'
import canonicalize from 'canonicalize'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import { authorizeProject, type LoadedProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { changedFields } from '@/lib/workspace/projects/rules'
import type { PracticeSettings } from './contract'
import { listTasks, type ProjectPracticeTask, readSettings } from './items'
import { expectedCounts } from './judge'
import { canHaveBar, FEWEST_ITEMS, FEWEST_OF_A_VALUE, isBar, questionKey } from './rules'

/** Sets what the project asks of practice; it holds from the next task that anybody takes. */
export async function updatePractice(
  actor: Actor,
  projectId: string,
  body: Partial<PracticeSettings>,
): Promise<PracticeSettings> {
  return transaction(async (tx) => {
    const project = await loadManaged(tx, actor, projectId)
    const before = await readSettings(tx, projectId)
    const tasks = await listTasks(tx, project)
    if (body.required && !before.required && tasks.length === 0)
      throw new AppError('rule', 'There is nothing to practise with yet: add items of your own first.')
    if (body.bars) refuseUnheld(project, tasks, body.bars, before.bars)
    const bars = Object.entries({ ...before.bars, ...body.bars }).filter(([, bar]) => isBar(bar))
    const after = { ...before, ...body, bars: Object.fromEntries(bars) }
    const isBarChanged = canonicalize(after.bars) !== canonicalize(before.bars)
    const changes = {
      ...changedFields({ required: before.required }, { required: after.required }),
      ...(isBarChanged ? { bars: { from: JSON.stringify(before.bars), to: JSON.stringify(after.bars) } } : {}),
    }
    if (Object.keys(changes).length === 0) return before
    await tx.practiceSettings.upsert({ where: { projectId }, create: { projectId, ...after }, update: after })
    await record(tx, 'practice.updated', { actorId: actor.userId, projectId }, changes)
    return after
  })
}

/** The project, held until the transaction ends, for those who manage it. */
export async function loadManaged(tx: Tx, actor: Actor, projectId: string): Promise<LoadedProject> {
  const project = await loadProject(tx, actor, projectId, { lock: 'change' })
  authorizeProject('project.manage', project, 'What practice asks is set by managers of the project.')
  refuseArchived(project)
  return project
}

/** @throws `rule` for a new bar of a question that the protocol does not have, or that is expected too seldom to be judged. */
function refuseUnheld(
  project: LoadedProject,
  tasks: readonly ProjectPracticeTask[],
  bars: PracticeSettings['bars'],
  before: PracticeSettings['bars'],
): void {
  const allowedBars = new Map(
    protocolById(project.protocolId).stages.flatMap((stage) => {
      const stageTasks = tasks.filter((task) => task.stage === stage.key)
      const expected = expectedCounts(stage, stageTasks)
      return stage.measures.map(({ key }): [string, boolean] => [
        questionKey({ stage: stage.key, measure: key }),
        canHaveBar(stageTasks.length, expected.get(key) ?? []),
      ])
    }),
  )
  for (const [key, bar] of Object.entries(bars).filter(([, each]) => isBar(each))) {
    // What stands already may stay where items or questions were taken away: it holds again once there are enough.
    if (canonicalize(bar) === canonicalize(before[key] ?? null)) continue
    if (!allowedBars.has(key))
      throw new AppError(
        'rule',
        `There is no question “${key}”. The questions are ${[...allowedBars.keys()].join(', ')}.`,
      )
    if (!allowedBars.get(key))
      throw new AppError(
        'rule',
        `A bar on “${key}” needs ${FEWEST_ITEMS} items to practise with or more, and every value expected ${FEWEST_OF_A_VALUE} times or more: add items of your own.`,
      )
  }
}
