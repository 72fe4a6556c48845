import 'server-only'
import type { SearchRecord } from '@/generated/prisma/client'
import { laneLetter } from '@/lib/adjudication/consolidation/rules'
import type { Actor } from '@/lib/platform/policy/actor'
import { canTask } from '@/lib/platform/policy/can'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { areNamesOpen, inLaneOrder, nameInLane } from '@/lib/workspace/tasks/lane-order'
import { type LoadedTask, loadTask } from '@/lib/workspace/tasks/load-task'
import { recordDeskReads } from '@/lib/workspace/tasks/record-answer-reads'
import type { OpenedPage, SearchList, SearchView } from './contract'
import { hitAt, loadSearch } from './load-search'
import { keptText } from './page-source'
import { presentPage, presentSearch } from './present'
import { projectSearch } from './project-search'
import { maySearch } from './rules'
import { isOpening, type LoadedStep, listSteps, searchesAt } from './search-steps'

/** Whose lane a search is in, and what of its hour the reader may know: docs/decisions/024-history.md. */
interface LaneClock {
  laneOf(userId: string | null): string | null
  isHidden(userId: string | null): boolean
  hour(userId: string | null, at: Date): string | null
}

/**
 * The clock of a task whose answers are open to the actor. Item histories say when each annotator, by name, began and
 * submitted: until names are open, what is in somebody else's lane has its order only.
 */
async function laneClock(tx: Tx, { userId: reader }: Actor, task: LoadedTask): Promise<LaneClock> {
  const annotations = await tx.annotation.findMany({
    where: { taskId: task.answered.id, round: task.answered.round, state: 'submitted' },
    select: { id: true, userId: true },
  })
  const lanes = new Map(inLaneOrder(task.id, annotations).map(({ userId }, index) => [userId, laneLetter(index)]))
  const isOpen = areNamesOpen(task)
  const laneOf = (userId: string | null) => (userId === null ? null : (lanes.get(userId) ?? null))
  const isHidden = (userId: string | null) => !isOpen && userId !== reader && laneOf(userId) !== null
  return {
    laneOf,
    isHidden,
    hour: (userId, time) => (isHidden(userId) ? null : time.toISOString()),
  }
}

/** The hour of everything that is one's own. */
const ownClock: LaneClock = {
  laneOf: () => null,
  isHidden: () => false,
  hour: (_, time) => time.toISOString(),
}

/**
 * The actor's own searches at a task, oldest first; everybody's with the letters of their lanes, once its answers are
 * open to the actor. That somebody else than its annotators has read them is remembered, like answers.
 */
export async function listSearches(actor: Actor, taskId: string): Promise<SearchList> {
  return transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId)
    const readAll = canTask(actor, 'task.readAnswers', task.subject)
    const rows = await tx.searchRecord.findMany({
      where: readAll ? await searchesAt(tx, task) : { taskId, userId: actor.userId },
      orderBy: [{ at: 'asc' }, { id: 'asc' }],
    })
    if (rows.some(({ userId }) => userId !== actor.userId)) await remember(tx, actor, task)
    const steps = await listSteps(
      tx,
      task,
      rows.map(({ id }) => id),
    )
    const clock = readAll ? await laneClock(tx, actor, task) : ownClock
    // Side by side with others' the order would tell what the hours do.
    const inOrder = clock === ownClock ? rows : laneByLane(rows, clock)
    return {
      searches: inOrder.map((row) => presentRow(actor, task, row, { clock, steps })),
      provider: await readProvider(tx, task.projectId),
      abilities: { search: maySearch(actor, task.subject), readAll },
    }
  })
}

/** A text as it was when somebody opened it, in a search that the actor may see. */
export async function getOpenedPage(
  actor: Actor,
  { taskId, searchId, sha256 }: { taskId: string; searchId: string; sha256: string },
): Promise<OpenedPage> {
  return transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId)
    const search = await loadSearch(tx, actor, task, searchId)
    if (!search.mine) await remember(tx, actor, task)
    const steps = await listSteps(tx, task, [search.id])
    const opened = found(steps.find(isOpening({ sha256 })))
    const source = found(await keptText(tx, task.projectId, opened), 'This text is not there any more.')
    const isHidden = !search.mine && (await laneClock(tx, actor, task)).isHidden(search.userId)
    const hourless = isHidden ? { fetchedAt: null } : {}
    return presentPage(opened.rank, hitAt(search, opened.rank), { ...source, ...hourless })
  })
}

async function remember(tx: Tx, actor: Actor, task: LoadedTask): Promise<void> {
  if (task.subject.submittedHere) return
  await recordDeskReads(tx, actor, task)
}

function laneByLane<Row extends { userId: string | null }>(rows: readonly Row[], clock: LaneClock): Row[] {
  const isHidden = ({ userId }: Row) => clock.isHidden(userId)
  const lane = ({ userId }: Row) => clock.laneOf(userId) ?? ''
  const hidden = rows.filter(isHidden).sort((one, other) => lane(one).localeCompare(lane(other)))
  return [...hidden, ...rows.filter((row) => !isHidden(row))]
}

function presentRow(
  actor: Actor,
  task: LoadedTask,
  { at, ...row }: SearchRecord,
  { clock, steps }: { clock: LaneClock; steps: readonly LoadedStep[] },
): SearchView {
  const { id, userId } = row
  const mine = userId === actor.userId
  return presentSearch(row, {
    mine,
    lane: clock.laneOf(userId),
    at: clock.hour(userId, at),
    id: mine ? id : nameInLane(task.id, id),
    steps: steps
      .filter(({ searchId }) => searchId === id)
      .map(({ searchId: _, documentId: __, snapshotId: ___, ...step }) => ({
        ...step,
        at: clock.hour(userId, step.at),
      })),
  })
}

async function readProvider(tx: Tx, projectId: string): Promise<SearchList['provider']> {
  const { id, title, configured, needs, documents } = await projectSearch(tx, projectId)
  return { id, title, configured, needs: [...needs], documents }
}
