import 'server-only'
import type { TaskState } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { isRevealed } from '@/lib/platform/policy/can'
import { ownWorkIn } from '@/lib/platform/policy/visible'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { findProtocol } from '@/lib/protocols'
import { waitsForPartner } from '@/lib/workspace/tasks/discussion-sql'
import { loadTask } from '@/lib/workspace/tasks/load-task'
import { isAsked, type listOwnShares } from '@/lib/workspace/tasks/own-shares'
import type { Inbox, NextOf, OwnTask, Reveal } from './contract'
import { cameBack, listOwnProjects, namesIn, type OwnProject, openCount, readDecisions } from './read-decisions'
import { LISTED } from './rules'

/** Fewer tasks say nothing of how long one takes. */
const LEAST_TIMED = 10
/** How long tasks take is told from so many of somebody's last submissions, in all projects. */
const MOST_TIMED = 1_000

/**
 * What waits for this person in all of the projects in use that they are a member of. Decisions are about what is revealed; their own
 * tasks in hand, and what they take in time, about themselves: nothing tells of a partner before the reveal.
 */
export async function getInbox(actor: Actor): Promise<Inbox> {
  const projects = await listOwnProjects(prisma(), actor)
  const [{ decisions, own }, next] = await Promise.all([
    readDecisions(prisma(), actor, projects),
    readNext(prisma(), actor, projects),
  ])
  return { decisions, work: presentWork(projects, own), next, member: projects.length > 0 }
}

/** Of the reader's own shares those that they have in hand, while nothing about them waits for their decision. */
function presentWork(
  projects: readonly OwnProject[],
  { shares, total }: Awaited<ReturnType<typeof listOwnShares>>,
): Inbox['work'] {
  const remainingShares = shares.filter((share) => !cameBack(share))
  // What was answered came back, so of the others a question waits.
  const ordered = [...remainingShares.filter((share) => !isAsked(share)), ...remainingShares.filter(isAsked)]
  const names = namesIn(projects)
  const list = ordered.slice(0, LISTED).map(
    (share): OwnTask => ({
      projectId: share.projectId,
      taskId: share.taskId,
      position: share.position,
      title: share.title,
      ...names(share),
      standing: isAsked(share) ? 'set_aside' : share.begunAt ? 'begun' : 'given',
      since: (share.begunAt ?? share.givenAt).toISOString(),
      expiresAt: share.expiresAt?.toISOString() ?? null,
    }),
  )
  return { total: total - (shares.length - remainingShares.length), list }
}

/**
 * What became of the reader's own submission of a task: before the reveal only whether the project has them discuss, which is a setting, and
 * after it what is open, or that there is nothing left to discuss. Who has not submitted is told nothing, and who may not see the task not even that.
 */
export function getReveal(actor: Actor, taskId: string): Promise<Reveal> {
  return transaction(async (tx) => {
    await loadTask(tx, actor, taskId)
    const [row] = await tx.$queryRaw<{ state: TaskState; waits: boolean; raters: number; open: number }[]>`
      select t.state, ${waitsForPartner(actor.userId)} "waits", t.raters, ${openCount} "open"
      from tasks t join stages s on s.id = t.stage_id
      where t.id = ${taskId}::uuid and s.consolidation = 'discussion' and t.raters > 1
        and exists (select 1 from annotations n where n.task_id = t.id and n.user_id = ${actor.userId}::uuid and n.round = t.round
                    and n.state = 'submitted' and n.held_until is null)`
    if (!row || (isRevealed(row.state) && !row.waits)) return { discusses: false, revealed: null }
    return { discusses: true, revealed: row.waits ? { raters: row.raters, open: row.open } : null }
  })
}

/** Is this person a member of a project in use? */
export async function isMemberAnywhere(actor: Actor): Promise<boolean> {
  return (await transaction((tx) => listOwnProjects(tx, actor))).length > 0
}

/** Where they may take tasks: projects with items that give some out of a queue. */
async function readNext(tx: Tx, { userId }: Actor, projects: readonly OwnProject[]): Promise<NextOf[]> {
  const ids = projects.filter(({ role }) => role !== 'viewer').map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await tx.$queryRaw<{ projectId: string; timed: number; seconds: number | null }[]>`
    with recent as materialized (
      select n.task_id, n.submitted_at, n.active_seconds from annotations n
      where n.user_id = ${userId}::uuid and n.state = 'submitted' and n.origin = 'person' and n.round = 1
      order by n.submitted_at desc limit ${MOST_TIMED}),
    own as (
      select coalesce(k.project_id, t.project_id) "id", max(n.submitted_at) "latest",
             (count(*) filter (where n.active_seconds > 0))::int "timed",
             percentile_cont(0.5) within group (order by n.active_seconds) filter (where n.active_seconds > 0) "seconds"
      from recent n join tasks t on t.id = n.task_id left join calibrations k on k.shadow_id = t.project_id
      where ${ownWorkIn(...ids)}
      group by 1)
    select p.id "projectId", coalesce(own.timed, 0) "timed", own.seconds
    from projects p left join own on own.id = p.id
    where p.id = any(${ids}::uuid[])
      and exists (select 1 from stages s where s.project_id = p.id and s.queue)
      and exists (select 1 from items i where i.project_id = p.id)
    order by own.latest desc nulls last, p.created_at desc, p.id`
  const byId = new Map(projects.map((project) => [project.id, project]))
  return rows.map(({ projectId, timed, seconds }) => {
    const { name = '', protocolId = '' } = byId.get(projectId) ?? {}
    return {
      projectId,
      projectName: name,
      protocolTitle: findProtocol(protocolId)?.title ?? protocolId,
      minutes: timed < LEAST_TIMED || seconds === null ? null : seconds / 60,
    }
  })
}
