import 'server-only'
import { createHash } from 'node:crypto'
import { MOST_TASKS } from '@/lib/annotation/assignments/by-rule/contract'
import { planApart } from '@/lib/annotation/assignments/by-rule/plan-apart'
import type { Plan, PlanState } from '@/lib/annotation/assignments/by-rule/plan-shares'
import { lockPeople, type MemberLoad, readMembers, readTasks } from '@/lib/annotation/assignments/by-rule/read-state'
import type { Actor } from '@/lib/platform/policy/actor'
import type { Tx } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import type { HandOver } from './contract'

interface HeldShare {
  taskId: string
  draft: boolean
  question: boolean
}

export interface HandOverState {
  /** All that the plan depends on; `plan` is null where everything goes to the queue. */
  state: { shares: HeldShare[]; plan: PlanState | null }
  members: MemberLoad[]
  shared: number
  /** Shares beyond what one act moves; they stay. */
  beyond: number
}

export interface HandOverPlan {
  /** The shares that move, and to whom: null is the queue. */
  moves: { taskId: string; to: string | null; draft: boolean; question: boolean }[]
  staying: Plan['left']
  fingerprint: string
}

/**
 * Who gets what a person holds: even loads, to nobody who holds, skipped or has read a task. Of several people, what each takes
 * and their quotas hold too; one person who is named gets all that they may see. Nothing is held meanwhile.
 */
export async function planHandOver(
  { state: { shares, plan: state } }: HandOverState,
  { fromUserId }: HandOver,
): Promise<HandOverPlan> {
  const plan = state && (await planApart({ state, rules: { perTask: 1, pairLimit: null, seed: 1 } }))
  const to = new Map(plan?.given.map(({ task, userIds }) => [task.id, userIds[0] ?? null]))
  const moves = shares
    .filter(({ taskId }) => plan === null || to.has(taskId))
    .map((share) => ({ ...share, to: to.get(share.taskId) ?? null }))
  const movesJson = JSON.stringify(moves.map((move) => [move.taskId, move.to, move.draft]))
  const fingerprint = createHash('sha256').update(`${fromUserId} ${movesJson}`).digest('hex')
  return { moves, staying: plan?.left ?? [], fingerprint }
}

/** What the plan is made from. With `lock`, all of it is held until the transaction ends. */
export async function readHandOver(
  tx: Tx,
  actor: Actor,
  projectId: string,
  { fromUserId, toUserIds, languageField }: HandOver,
  { lock = false } = {},
): Promise<HandOverState> {
  const project = await loadProject(tx, actor, projectId, lock ? { lock: 'change' } : {})
  authorizeProject('project.manage', project)
  if (project.subject.archived) throw new AppError('forbidden')
  if (lock) {
    await lockPeople(tx, projectId, [fromUserId, ...toUserIds])
    await tx.$queryRaw`
      select 1 from tasks where project_id = ${projectId}::uuid and state = 'open' and id in (
        select task_id from assignments where user_id = ${fromUserId}::uuid and state in ('reserved', 'assigned'))
      order by id for update`
  }
  const members = await readMembers(tx, projectId, toUserIds)
  const { shares, beyond } = await readShares(tx, actor, projectId, fromUserId)
  const plan = toUserIds.length === 0 ? null : await readState(tx, shares, { fromUserId, languageField, members })
  const shared = await countShared(tx, actor, projectId, fromUserId)
  return { state: { shares, plan }, members, shared, beyond }
}

/** The first by task. What the reader annotates too is left out: whether the other has submitted would be told by it. */
async function readShares(
  tx: Tx,
  { userId: reader }: Actor,
  projectId: string,
  userId: string,
): Promise<{ shares: HeldShare[]; beyond: number }> {
  const rows = await tx.$queryRaw<(HeldShare & { total: number })[]>`
    select count(*) over ()::int "total", t.id "taskId", n.id is not null "draft", exists (
      select 1 from inquiries q where q.assignment_id = a.id and q.answered_at is null and q.closed_at is null) "question"
    from assignments a join tasks t on t.id = a.task_id
    left join annotations n on n.task_id = t.id and n.user_id = a.user_id and n.round = t.round and n.state = 'draft'
    where a.user_id = ${userId}::uuid and a.state in ('reserved', 'assigned') and t.project_id = ${projectId}::uuid
      and t.state = 'open' and (a.user_id = ${reader}::uuid or not exists (
        select 1 from assignments own where own.task_id = t.id and own.user_id = ${reader}::uuid
          and own.state in ('reserved', 'assigned', 'submitted')))
    order by t.position, t.id limit ${MOST_TASKS}`
  const shares = rows.map(({ total: _, ...share }) => share)
  return { shares, beyond: (rows[0]?.total ?? 0) - rows.length }
}

async function countShared(tx: Tx, { userId: reader }: Actor, projectId: string, userId: string): Promise<number> {
  if (reader === userId) return 0
  const place = { in: ['reserved', 'assigned', 'submitted'] as ('reserved' | 'assigned' | 'submitted')[] }
  const both = [reader, userId].map((each) => ({ assignments: { some: { userId: each, state: place } } }))
  return tx.task.count({ where: { projectId, state: 'open', AND: both } })
}

async function readState(
  tx: Tx,
  shares: HeldShare[],
  { fromUserId, languageField, members }: { fromUserId: string; languageField: string; members: MemberLoad[] },
): Promise<PlanState> {
  const userIds = members.map(({ userId }) => userId)
  const tasks = await readTasks(
    tx,
    shares.map(({ taskId }) => taskId),
    { languageField, userIds },
  )
  const isNamed = members.length === 1
  return {
    people: members.map(({ userId: id, quota, held, domains, tags, languages }) =>
      isNamed
        ? { id, room: null, domains: [], tags: [], languages: [] }
        : { id, room: quota === null ? null : Math.max(0, quota - held), domains, tags, languages },
    ),
    tasks: tasks.map((task) => ({ ...task, free: 1, holders: task.holders.filter((id) => id !== fromUserId) })),
    meetings: [],
    paired: 0,
  }
}
