import 'server-only'
import { z } from 'zod'
import { noteSelect, presentNote } from '@/lib/annotation/comments/rules'
import { listSeenSuggestions } from '@/lib/annotation/suggestions/queries'
import type { Actor } from '@/lib/platform/policy/actor'
import { canProject } from '@/lib/platform/policy/can'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import type { Answers, Json } from '@/lib/protocols/protocol'
import { areNamesOpen } from '@/lib/workspace/tasks/lane-order'
import { authorizeTask, loadTask } from '@/lib/workspace/tasks/load-task'
import { recordDeskReads } from '@/lib/workspace/tasks/record-answer-reads'
import { listWrittenBlind } from '@/lib/workspace/tasks/written-blind'
import type { ConsolidationView } from './contract'
import { type LoadedConsolidation, loadConsolidation } from './load-consolidation'
import { presentConsolidation, type Surroundings } from './present'
import { REFUSAL_OR_LATER } from './refusal'
import { listStandingReplies } from './standing-replies'

/**
 * A revealed task side by side, for its own annotators and for those who review. Throws `not_found` where the task is
 * hidden, `forbidden` before the reveal. That somebody else than its annotators has read the answers is remembered.
 */
export function getConsolidation(actor: Actor, taskId: string): Promise<ConsolidationView> {
  return transaction((tx) => readConsolidation(tx, actor, taskId))
}

/** `getConsolidation` within a transaction: what a command answers with. */
export async function readConsolidation(tx: Tx, actor: Actor, taskId: string): Promise<ConsolidationView> {
  const task = await loadTask(tx, actor, taskId)
  if (task.stage.consolidation === 'votes')
    throw new AppError(
      'not_found',
      'The answers to this task are votes: they are counted, and there is nothing to settle.',
    )
  authorizeTask(actor, 'task.readAnswers', task, 'The answers to this task are not open to you.')
  return showConsolidation(tx, actor, await loadConsolidation(tx, task))
}

/** What an authorised reader sees of a consolidation that is loaded already. */
export async function showConsolidation(tx: Tx, actor: Actor, loaded: LoadedConsolidation): Promise<ConsolidationView> {
  const { task } = loaded
  if (!task.subject.submittedHere) await recordDeskReads(tx, actor, task)
  return presentConsolidation(actor, loaded, await readSurroundings(tx, actor, loaded))
}

/** The item that shows a task's votes to those who browse items; null for everybody else, and where nothing is voted on. */
export async function itemOfVotes(actor: Actor, taskId: string): Promise<string | null> {
  const task = await transaction((tx) => loadTask(tx, actor, taskId))
  const mayBrowse = canProject('items.browse', task.subject)
  return task.stage.consolidation === 'votes' && mayBrowse ? task.itemId : null
}

async function readSurroundings(tx: Tx, actor: Actor, loaded: LoadedConsolidation): Promise<Surroundings> {
  const { task } = loaded
  const disagreements = await tx.disagreement.findMany({
    where: { taskId: task.id, round: task.round },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { id: true, question: true, cause: true, proposal: true, unit: { select: { key: true } } },
  })
  const comments = await tx.comment.findMany({
    where: { taskId: { in: [task.id, task.answered.id] } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    select: { ...noteSelect, userId: true, taskId: true },
  })
  const blind = await listWrittenBlind(tx, task.answered.id)
  // What was said about an original once it was being settled would tell of the first decision.
  const visibleComments = comments.filter(({ id, taskId }) => taskId === task.id || blind.has(id))
  const signed = await tx.task.findUniqueOrThrow({
    where: { id: task.id },
    select: { adjudicatorId: true, adjudicatedAt: true, approverId: true, approvedAt: true },
  })
  const { adjudicatorId, adjudicatedAt, approverId, approvedAt } = signed
  return {
    disagreements: disagreements.map(({ proposal, ...row }) => ({ ...row, proposal: proposal as Json })),
    replies: await listStandingReplies(tx, [task.id]),
    comments: visibleComments.map(({ userId, taskId: _, ...row }) => ({
      note: presentNote(row),
      userId,
      blind: blind.has(row.id),
    })),
    adjudicated: adjudicatorId && adjudicatedAt ? { userId: adjudicatorId, at: adjudicatedAt } : null,
    approved: approverId && approvedAt ? { userId: approverId, at: approvedAt } : null,
    sentBack: await findSentBack(tx, loaded),
    importedGold: await findImportedGold(tx, loaded),
    stale: task.stale,
    suggestions: await listSeenSuggestions(tx, task.answered, task.subject.submittedHere ? actor.userId : null),
    names: await listNames(tx, loaded, [
      ...visibleComments.map((comment) => comment.userId),
      ...[adjudicatorId, approverId].filter((id) => id !== null),
    ]),
  }
}

/** The refusal after which the item has not been confirmed again. */
async function findSentBack(tx: Tx, { task }: LoadedConsolidation): Promise<Surroundings['sentBack']> {
  if (task.state !== 'consolidating') return null
  const last = await tx.event.findFirst({
    where: {
      taskId: task.id,
      type: { in: [...REFUSAL_OR_LATER] },
    },
    orderBy: { id: 'desc' },
    select: { type: true, actorId: true, at: true, data: true },
  })
  if (last?.type !== 'task.approval_refused' || last.actorId === null) return null
  const { comment } = refusalSchema.parse(last.data)
  return { userId: last.actorId, at: last.at, comment }
}

const refusalSchema = z.object({ comment: z.string() })

async function findImportedGold(tx: Tx, { task }: LoadedConsolidation): Promise<Answers | null> {
  if (task.state !== 'gold') return null
  const gold = await tx.gold.findFirst({ where: { taskId: task.id, supersededAt: null } })
  return gold?.origin === 'imported' ? (gold.answers as Answers) : null
}

async function listNames(tx: Tx, { task, lanes, rows }: LoadedConsolidation, others: readonly string[]) {
  if (!areNamesOpen(task)) return new Map<string, string>()
  const resolvers = rows.map((row) => row.resolvedById).filter((id) => id !== null)
  const ids = new Set([...lanes.map((lane) => lane.userId), ...resolvers, ...others])
  const people = await tx.user.findMany({ where: { id: { in: [...ids] } }, select: { id: true, name: true } })
  return new Map(people.map(({ id, name }) => [id, name]))
}
