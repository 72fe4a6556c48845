import 'server-only'
import { record } from '@/lib/platform/events/record'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { isEmptyPlan } from '@/lib/protocols/language/migrate'
import { lockPositions } from '@/lib/workspace/imports/positions'
import { authorizeProject, type LoadedProject, loadProject, refuseArchived } from '@/lib/workspace/projects/queries'
import { ratingsSource } from '@/lib/workspace/projects/ratings-source'
import { askAgain, takeAskBack } from './ask-again'
import type { Finished, MoveSummary, VersionChangeView } from './contract'
import { moveAnswers, takeAnswersBack } from './move-answers'
import { moveGold, takeGoldBack } from './move-gold'
import { summaryOf } from './move-summary'
import { IMPORT_UNDER_WAY } from './rules'
import type { StandingMove } from './version-moves'
import { countImports, type PlannedMove, readDefinition, readPlannedMove } from './version-queries'

/** Asking 17,000 finished items again takes 22 s on two idle cores (`bench version-move --labels 100000`). */
const MOVE_WITHIN_MINUTES = 10

/**
 * Moves a project to another version of its protocol file. What is stored stays as it is but for what the file says about it (`migrate`), so a
 * version is refused that would make any of it wrong; going back is the same command, and takes such a move back. No answer comes in between what is counted and the move. Ratings are derived again from the frozen
 * answers. Errors: `not_found`, `forbidden`, `revision_conflict` where the project is not under `from`, `rule` with what stands against it.
 */
export async function changeVersion(
  actor: Actor,
  projectId: string,
  { from, to, finished }: { from: number; to: number; finished?: Finished | undefined },
): Promise<VersionChangeView> {
  return transaction(async (tx) => {
    await waitForItems(tx, actor, projectId, to)
    const project = await loadProject(tx, actor, projectId, { lock: 'change' })
    authorizeProject('project.manage', project)
    refuseArchived(project)
    if (project.protocolVersion !== from)
      throw new AppError(
        'revision_conflict',
        `The project has moved to version ${project.protocolVersion} meanwhile. Load the page again.`,
        {
          data: { current: project.protocolVersion },
        },
      )
    await ratingsSource.get().hold(tx, projectId)
    await holdWork(tx, projectId)
    const move = await readPlannedMove(tx, project, to)
    const { view } = move
    if (from === to) return view
    if (view.reasons.length > 0) throw againstVersion(view.reasons)
    requireFinished(view, finished)
    const protocolId = `${project.protocolId.split('@')[0]}@${to}`
    await tx.project.update({ where: { id: projectId }, data: { protocolId, protocolVersion: to } })
    const moveCounts = move.undoes
      ? await takeBack(tx, actor, projectId, { ...move, undoes: move.undoes })
      : await carryOut(tx, actor, project, { move, finished: finished ?? null })
    await ratingsSource.get().forget(tx, projectId)
    await record(
      tx,
      'project.protocol_changed',
      { actorId: actor.userId, projectId },
      { from: project.protocolId, to: protocolId, ...moveCounts },
    )
    return view
  }, MOVE_WITHIN_MINUTES)
}

/**
 * Lets nobody add items until the transaction ends: they are made under the version that their maker has read. A file that is being written
 * may take long, and is not waited for.
 */
async function waitForItems(tx: Tx, actor: Actor, projectId: string, version: number): Promise<void> {
  const project = await loadProject(tx, actor, projectId)
  authorizeProject('project.manage', project)
  await readDefinition(tx, project, version)
  if ((await countImports(tx, projectId)) > 0) throw againstVersion([IMPORT_UNDER_WAY])
  await lockPositions(tx, projectId)
}

const againstVersion = (reasons: readonly string[]): AppError =>
  new AppError('rule', reasons.join('\n'), { issues: reasons.map((message) => ({ path: 'version', message })) })

/** What finished items are asked is a manager's decision, and never one of leaving it out. */
function requireFinished({ asks }: VersionChangeView, finished: Finished | undefined): void {
  if (!asks || asks.finished === 0) return
  const questions = asks.questions.join(', ')
  if (finished === undefined)
    throw new AppError('rule', `Say whether the ${asks.finished} finished items are asked: ${questions}.`, {
      issues: [{ path: 'finished', message: '"ask" or "leave"' }],
    })
  if (asks.must && finished === 'leave')
    throw new AppError(
      'rule',
      `The ${asks.finished} finished items have to be asked (${questions}): a question of yes and no that nobody was asked would count as no.`,
      { issues: [{ path: 'finished', message: '"ask"' }] },
    )
}

/** Does what the file says about earlier answers, and keeps what it changes. */
async function carryOut(
  tx: Tx,
  actor: Actor,
  project: LoadedProject,
  { move: { view, plan, after, changes }, finished }: { move: PlannedMove; finished: Finished | null },
): Promise<{ renamed?: number; dropped?: number; asked?: number }> {
  if (isEmptyPlan(plan)) return {}
  const asks = view.asks && view.asks.finished > 0 ? finished : null
  const summary = summaryOf({ changes, plan, after, finished: asks, lacking: view.asks?.finished ?? 0 })
  const moveId = await keepMove(tx, actor, { projectId: project.id, from: view.from, to: view.to, summary })
  const counts = await moveAnswers(tx, project.id, moveId, plan)
  const { lacking } = await moveGold(tx, project.id, { moveId, plan, protocol: compileProtocol(after) })
  const lackingTaskIds = asks === 'ask' ? lacking : []
  if (lackingTaskIds.length > 0) {
    const comment = `Version ${view.to} of the protocol asks what was not asked before: ${view.asks?.questions.join(', ')}. Everything else is as it was answered.`
    await askAgain(tx, { moveId, projectId: project.id, taskIds: lackingTaskIds, actorId: actor.userId, comment })
  }
  return { ...counts, asked: lackingTaskIds.length }
}

/** The moment is that of the clock: what was saved before the project was held is not later than it. */
async function keepMove(
  tx: Tx,
  actor: Actor,
  { projectId, from, to, summary }: { projectId: string; from: number; to: number; summary: MoveSummary },
): Promise<string> {
  const [row] = await tx.$queryRaw<{ id: string }[]>`
    insert into protocol_moves (id, project_id, from_version, to_version, summary, made_by_id, made_at)
    values (gen_random_uuid(), ${projectId}::uuid, ${from}, ${to}, ${JSON.stringify(summary)}::jsonb, ${actor.userId}::uuid, clock_timestamp())
    returning id`
  if (!row) throw new Error('the move was not written')
  return row.id
}

/** Everything is again as it was before the last move. */
async function takeBack(
  tx: Tx,
  { userId: actorId }: Actor,
  projectId: string,
  { plan, undoes }: { plan: PlannedMove['plan']; undoes: StandingMove },
): Promise<{ undone: true }> {
  await tx.protocolMove.update({ where: { id: undoes.id }, data: { undoneAt: new Date() } })
  await takeAskBack(tx, { moveId: undoes.id, projectId, actorId })
  await takeAnswersBack(tx, projectId, undoes.id, plan)
  await takeGoldBack(tx, undoes.id)
  return { undone: true }
}

/**
 * Keeps everybody from answering, settling and submitting in the project until the transaction ends, in the order in which everything locks
 * that locks several tasks. What is on its way is in the database then and counted; what comes later is held against the version that the
 * project has by then (`writeAnswers`).
 */
async function holdWork(tx: Tx, projectId: string): Promise<void> {
  await tx.$executeRaw`select 1 from tasks where project_id = ${projectId}::uuid order by id for update`
  await tx.$executeRaw`
    select 1 from annotations n join tasks t on t.id = n.task_id
    where t.project_id = ${projectId}::uuid and n.state = 'draft' order by n.id for update of n`
}
