import 'server-only'
import type { z } from 'zod'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { isRevealed, REVEALED_SQL } from '@/lib/platform/policy/can'
import { prisma } from '@/lib/platform/server/db'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import type { Assignments, listAssignmentsEndpoint } from './contract'

// For the annotations room, which fetches ahead what comes next.
export { type ForeseenTask, foreseeTasks } from './foresee-tasks'

const PAGE_SIZE = 50
type Query = z.output<NonNullable<typeof listAssignmentsEndpoint.query>>

const FILTERS: Record<Query['filter'], Prisma.TaskWhereInput> = {
  all: {},
  in_progress: { state: 'open', assignments: { some: { state: { in: ['reserved', 'assigned'] } } } },
  unassigned: { state: 'open', assignedCount: 0 },
  skipped: { state: 'open', assignments: { some: { state: 'skipped' } } },
}

/**
 * Who works on what, for managers: states and counts, never answers. Of a task that the reader annotates too, others' shares
 * are `assigned` until it is revealed, and counted as open: how far a partner is, nobody learns.
 */
export async function listAssignments(actor: Actor, projectId: string, query: Query): Promise<Assignments> {
  authorizeProject('project.manage', await loadProject(prisma(), actor, projectId))
  const where: Prisma.TaskWhereInput = { projectId, ...FILTERS[query.filter] }
  const [people, tasks, total] = await Promise.all([
    listWorkload(actor, projectId),
    listTasks(actor, where, query.page),
    prisma().task.count({ where }),
  ])
  return { people, tasks, total, pageSize: PAGE_SIZE }
}

function listWorkload({ userId: reader }: Actor, projectId: string): Promise<Assignments['people']> {
  return prisma().$queryRaw<Assignments['people']>`
    select u.id "userId", u.name, m.role::text "role", m.quota,
           coalesce(c.open, 0) "open", coalesce(c.submitted, 0) "submitted", coalesce(c.skipped, 0) "skipped"
    from memberships m join users u on u.id = m.user_id
    left join (
      select a.user_id,
             (count(*) filter (where a.state in ('reserved', 'assigned') or (a.state = 'submitted' and not d.told)))::int open,
             (count(*) filter (where a.state = 'submitted' and d.told))::int submitted,
             (count(*) filter (where a.state = 'skipped'))::int skipped
      from tasks t join assignments a on a.task_id = t.id
      left join assignments own on own.task_id = t.id and own.user_id = ${reader}::uuid
      cross join lateral (
        select own.id is null or own.id = a.id or t.state in (${Prisma.raw(REVEALED_SQL)}) told) d
      where t.project_id = ${projectId}::uuid group by a.user_id) c on c.user_id = m.user_id
    where m.project_id = ${projectId}::uuid and m.role <> 'viewer' and u.deactivated_at is null
    order by u.name, u.id`
}

async function listTasks(
  { userId: reader }: Actor,
  where: Prisma.TaskWhereInput,
  page: number,
): Promise<Assignments['tasks']> {
  const now = new Date()
  const rows = await prisma().task.findMany({
    where,
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
    skip: (page - 1) * PAGE_SIZE,
    take: PAGE_SIZE,
    select: {
      id: true,
      position: true,
      state: true,
      batch: true,
      raters: true,
      item: { select: { title: true } },
      stage: { select: { consolidation: true } },
      assignments: {
        orderBy: { createdAt: 'asc' },
        select: { userId: true, state: true, expiresAt: true, skipReason: true, user: { select: { name: true } } },
      },
    },
  })
  return rows.map(({ id, item, stage, assignments, ...task }) => ({
    taskId: id,
    title: item.title,
    votes: stage.consolidation === 'votes',
    ...task,
    people: assignments
      .filter(({ state }) => state !== 'released')
      .map(({ user, expiresAt, state, ...share }) => {
        const isPartners = share.userId !== reader && assignments.some(({ userId }) => userId === reader)
        const isHidden = isPartners && state !== 'skipped' && !isRevealed(task.state)
        const lapsed = !isHidden && state === 'reserved' && expiresAt !== null && expiresAt < now
        return { ...share, name: user.name, state: isHidden ? 'assigned' : state, lapsed }
      }),
  }))
}
