import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { protocolById } from '@/lib/protocols'
import { refreshRatings } from '@/lib/quality/agreement/ledger/refresh-ratings'
import { selectItems } from '@/lib/workspace/items/selection/select-items'
import { authorizeProject, type LoadedProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { holdTasks } from '@/lib/workspace/tasks/hold-tasks'
import { notChosen } from './candidates'
import type { CandidateLeftReason } from './chosen/contract'
import { countChosen } from './chosen/read-candidates'
import { type ChooseItems, MOST_CHOSEN } from './contract'
import { copyTask } from './copy-task'
import { openShadow } from './shadow'

/** Drawing tasks so that gold gives every value about as often. Pure. */

/** A task with the value of each of its units. */
interface LabelledTask {
  readonly codes: readonly number[]
}

/**
 * At most `count` of the tasks: again and again the first that has a unit of the value with the fewest units so far. `tasks` come
 * in the order in which they were drawn.
 */
export function balanceLabels<Task extends LabelledTask>(tasks: readonly Task[], count: number): Task[] {
  const waiting = new Map<number, Task[]>()
  for (const task of tasks)
    for (const code of new Set(task.codes)) {
      const queue = waiting.get(code) ?? []
      queue.push(task)
      waiting.set(code, queue)
    }
  for (const queue of waiting.values()) queue.reverse()
  const units = new Map([...waiting.keys()].sort((a, b) => a - b).map((code) => [code, 0]))
  const chosen = new Set<Task>()
  while (chosen.size < count && units.size > 0) {
    const [rarest] = [...units].reduce((least, each) => (each[1] < least[1] ? each : least))
    const queue = waiting.get(rarest) ?? []
    let task = queue.pop()
    while (task && chosen.has(task)) task = queue.pop()
    if (!task) {
      units.delete(rarest)
      continue
    }
    chosen.add(task)
    for (const code of task.codes) if (units.has(code)) units.set(code, (units.get(code) ?? 0) + 1)
  }
  return [...chosen]
}

interface Candidate {
  id: string
  position: number
}

interface Chosen {
  added: number
  passedOver: number[]
  left?: { reason: CandidateLeftReason; items: number }[]
}

/** Makes calibration tasks of gold: by chance, by label, by position, all of a filter, or of a selection. Choosing again adds what is new. */
export async function chooseItems(actor: Actor, projectId: string, { stage, choice }: ChooseItems): Promise<Chosen> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorizeProject('project.manage', project, 'Calibration is for managers of the project.')
    refuseArchived(project)
    const stageRow = await tx.stage.findUnique({
      where: { projectId_key: { projectId, key: stage } },
      select: { id: true },
    })
    if (!stageRow) throw new AppError('rule', 'The project has no such stage.')
    const selected = choice.how === 'selection' ? await selectItems(tx, actor, project, choice.selection) : null
    const chosen =
      choice.how === 'labels'
        ? await drawByLabel(tx, project, { id: stageRow.id, key: stage }, choice)
        : await findCandidates(tx, projectId, stageRow.id, narrowedBy(choice, selected))
    const left =
      selected &&
      (await countChosen(tx, projectId, selected)).flatMap(({ stage: of, reason, items }) =>
        of === stage && reason !== null ? [{ reason, items }] : [],
      )
    if (chosen.length > MOST_CHOSEN)
      throw new AppError('rule', `At most ${MOST_CHOSEN} items can be chosen at once: narrow the filter.`)
    const shadow = await openShadow(tx, projectId)
    await holdTasks(
      tx,
      chosen.map(({ id }) => id),
    )
    for (const { id } of chosen)
      await copyTask(tx, shadow, { originalId: id, purpose: 'calibration', userId: null, actorId: actor.userId })
    const data = { stage, how: choice.how, tasks: chosen.length }
    if (chosen.length > 0) await record(tx, 'calibration.items_chosen', { actorId: actor.userId, projectId }, data)
    const found = new Set(chosen.map(({ position }) => position))
    const askedPositions = choice.how === 'positions' ? [...new Set(choice.positions)] : []
    const passedOver = askedPositions.filter((position) => !found.has(position))
    return { added: chosen.length, passedOver, ...(left === null ? {} : { left }) }
  }, 5)
}

/** Gold drawn by what it says under a measure. @throws `rule` for a measure that the stage does not have. */
async function drawByLabel(
  tx: Tx,
  project: LoadedProject,
  stage: { id: string; key: string },
  { measure, count }: Extract<ChooseItems['choice'], { how: 'labels' }>,
): Promise<Candidate[]> {
  const measures = protocolById(project.protocolId).stages.find(({ key }) => key === stage.key)?.measures ?? []
  if (!measures.some(({ key }) => key === measure))
    throw new AppError('rule', `The stage has no question “${measure}”.`)
  await refreshRatings(tx, project)
  const rows = await tx.$queryRaw<(Candidate & { codes: number[] })[]>`
    select t.id, t.position, array_agg(f.code::int) "codes"
    from tasks t join items i on i.id = t.item_id
    join further_ratings f on f.task_id = t.id and f.measure = ${measure} and f.rater = 'gold'
    where t.stage_id = ${stage.id}::uuid and ${notChosen(project.id)}
    group by t.id, t.position order by random()`
  return balanceLabels(rows, count)
}

interface Narrowed {
  where: Prisma.Sql
  /** So many, drawn by chance; null: all. */
  draw: number | null
}

function findCandidates(tx: Tx, projectId: string, stageId: string, { where, draw }: Narrowed): Promise<Candidate[]> {
  return tx.$queryRaw<Candidate[]>`
    select t.id, t.position from tasks t join items i on i.id = t.item_id
    where t.stage_id = ${stageId}::uuid and ${notChosen(projectId)} ${where}
    order by ${draw === null ? Prisma.sql`t.position` : Prisma.sql`random()`} limit ${draw ?? MOST_CHOSEN + 1}`
}

/** `selected`: the positions that a selection means. */
function narrowedBy(
  choice: Exclude<ChooseItems['choice'], { how: 'labels' }>,
  selected: readonly number[] | null,
): Narrowed {
  if (choice.how === 'random') return { where: Prisma.empty, draw: choice.count }
  if (choice.how !== 'filter') {
    const positions = choice.how === 'positions' ? choice.positions : (selected ?? [])
    return { where: Prisma.sql`and t.position = any(${[...positions]}::int[])`, draw: null }
  }
  const where = Prisma.sql`
    ${choice.domain === undefined ? Prisma.empty : Prisma.sql`and i.shown_domain = ${choice.domain}`}
    ${choice.source === undefined ? Prisma.empty : Prisma.sql`and i.shown_source = ${choice.source}`}
    ${choice.tag === undefined ? Prisma.empty : Prisma.sql`and i.tags @> array[${choice.tag}]::text[]`}`
  return { where, draw: null }
}
