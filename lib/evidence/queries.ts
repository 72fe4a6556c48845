import 'server-only'
import { laneLetter } from '@/lib/consolidation/rules'
import type { Actor } from '@/lib/policy/actor'
import { canTask } from '@/lib/policy/can'
import { type Tx, transaction } from '@/lib/server/db'
import { found } from '@/lib/server/errors'
import { inLaneOrder } from '@/lib/tasks/lane-order'
import { type LoadedTask, loadTask } from '@/lib/tasks/load-task'
import { rememberRead } from '@/lib/tasks/remember-read'
import type { OpenedPage, SearchList } from './contract'
import { CORPUS } from './corpus/corpus-port'
import { countDocuments } from './corpus/queries'
import { hitAt, loadSearch } from './load-search'
import { keptText } from './page-source'
import { presentPage, presentSearch } from './present'
import { projectSearch } from './project-search'
import { maySearch } from './rules'
import { listSteps } from './search-steps'

/**
 * The actor's own searches at a task, oldest first; everybody's with the letters of their lanes, once its answers are
 * open to the actor. That somebody else than its annotators has read them is remembered, like answers.
 */
export async function listSearches(actor: Actor, taskId: string): Promise<SearchList> {
  return transaction(async (tx) => {
    const task = await loadTask(tx, actor, taskId)
    const readAll = canTask(actor, 'task.readAnswers', task.subject)
    const rows = await tx.searchRecord.findMany({
      where: { taskId, userId: readAll ? { not: null } : actor.userId },
      orderBy: [{ at: 'asc' }, { id: 'asc' }],
    })
    if (rows.some(({ userId }) => userId !== actor.userId)) await remember(tx, actor, task)
    const steps = await listSteps(
      tx,
      taskId,
      rows.map(({ id }) => id),
    )
    const lanes = readAll ? await lanesOf(tx, task) : new Map<string, string>()
    return {
      searches: rows.map((row) =>
        presentSearch(row, {
          mine: row.userId === actor.userId,
          lane: (row.userId && lanes.get(row.userId)) || null,
          steps: steps.filter(({ searchId }) => searchId === row.id),
        }),
      ),
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
    const steps = await listSteps(tx, taskId, [searchId])
    const opened = found(steps.find((step) => step.kind === 'opened' && step.sha256 === sha256))
    const source = found(await keptText(tx, task.projectId, opened), 'This text is not there any more.')
    return presentPage(opened.rank, hitAt(search, opened.rank), source)
  })
}

async function remember(tx: Tx, actor: Actor, task: LoadedTask): Promise<void> {
  if (task.subject.submittedHere) return
  await rememberRead(tx, actor, [task.id], task.state === 'gold' ? 'gold' : 'consolidation')
}

/** The letter of each annotator's lane, as consolidation shows it. */
async function lanesOf(tx: Tx, task: LoadedTask): Promise<Map<string, string>> {
  const annotations = await tx.annotation.findMany({
    where: { taskId: task.id, round: task.round, state: 'submitted' },
    select: { id: true, userId: true },
  })
  return new Map(inLaneOrder(task.id, annotations).map(({ userId }, index) => [userId, laneLetter(index)]))
}

async function readProvider(tx: Tx, projectId: string): Promise<SearchList['provider']> {
  const { id, title, configured, needs } = await projectSearch(tx, projectId)
  const documents = id === CORPUS ? await countDocuments(tx, projectId) : null
  return { id, title, configured, needs: [...needs], documents }
}
