import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { effectiveRole } from '@/lib/platform/policy/can'
import { visibleProjectsWhere } from '@/lib/platform/policy/visible'
import { prisma, transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { protocols } from '@/lib/protocols'
import type { ProjectHome, ProjectListEntry, ProjectView } from './contract'
import { countStale, readFunnel, readManagement, readReview, readWork } from './home'
import { authorizeProject, loadProject } from './load-project'
import { presentProject } from './present'

// Where other rooms' commands and queries start.
export { authorizeProject, type LoadedProject, loadProject, refuseArchived, rollUpRuleOf } from './load-project'
export { getWorkspaceAbilities } from './workspace-abilities'

/** One project as the actor sees it; `not_found` when hidden. */
export async function getProject(actor: Actor, projectId: string): Promise<ProjectView> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.view', project)
    return presentProject(tx, project)
  })
}

/** What needs the actor now. Annotators get their own numbers only: partners' progress stays hidden from them. */
export async function getProjectHome(actor: Actor, projectId: string): Promise<ProjectHome> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.view', project)
    const { role } = project.subject
    const reviews = role === 'manager' || role === 'reviewer'
    return {
      work: role === 'viewer' || !project.member ? null : await readWork(tx, actor, project),
      review: reviews ? await readReview(tx, actor, projectId) : null,
      management: role === 'manager' ? await readManagement(tx, projectId) : null,
      funnel: role === 'annotator' ? null : await readFunnel(tx, project),
      stale: reviews ? await countStale(tx, projectId) : null,
    }
  })
}

interface Progress {
  projectId: string
  items: number
  gold: number
  discarded: number
}
interface Mine {
  projectId: string
  open: number
  submitted: number
}

/** The projects the actor can see, newest first, with the progress that their role may know. */
export async function listProjects(
  actor: Actor,
  { archived = 'all' }: { archived?: 'without' | 'only' | 'all' } = {},
): Promise<ProjectListEntry[]> {
  const archivedWhere = archived === 'all' ? {} : { archivedAt: archived === 'only' ? { not: null } : null }
  const rows = await prisma().project.findMany({
    where: { AND: [visibleProjectsWhere(actor), archivedWhere] },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    select: {
      id: true,
      name: true,
      description: true,
      protocolId: true,
      createdAt: true,
      archivedAt: true,
      memberships: { where: { userId: actor.userId }, select: { role: true } },
    },
  })
  const entries = rows.map(({ memberships, ...row }) => ({
    ...row,
    role: found(effectiveRole(actor, memberships[0]?.role)),
  }))
  const open = entries.filter((entry) => entry.role !== 'annotator').map((entry) => entry.id)
  const progress = new Map((await progressOf(open)).map(({ projectId, ...counts }) => [projectId, counts]))
  const mine = new Map((await sharesOf(actor)).map(({ projectId, ...counts }) => [projectId, counts]))
  const known = new Map(protocols.map((protocol) => [protocol.id, protocol]))
  return entries.map(({ protocolId, createdAt, archivedAt, ...entry }) => ({
    ...entry,
    protocolTitle: known.get(protocolId)?.title ?? protocolId,
    votes: known.get(protocolId)?.stages.at(-1)?.consolidation === 'votes',
    createdAt: createdAt.toISOString(),
    archivedAt: archivedAt?.toISOString() ?? null,
    progress: open.includes(entry.id) ? (progress.get(entry.id) ?? { items: 0, gold: 0, discarded: 0 }) : null,
    mine: mine.get(entry.id) ?? { open: 0, submitted: 0 },
  }))
}

/** Items of projects, those whose last stage is gold, and those discarded: each is counted in an index of its own. */
function progressOf(projectIds: string[]): Promise<Progress[]> {
  if (projectIds.length === 0) return Promise.resolve([])
  return prisma().$queryRaw<Progress[]>`
    with last as (
      select distinct on (project_id) id from stages where project_id = any(${projectIds}::uuid[])
      order by project_id, position desc)
    select p.id "projectId",
           (select count(*) from items i where i.project_id = p.id)::int "items",
           (select count(*) from tasks t where t.project_id = p.id and t.state = 'gold' and t.stage_id in (select id from last))::int "gold",
           (select count(*) from items i where i.project_id = p.id and i.discarded_at is not null)::int "discarded"
    from projects p where p.id = any(${projectIds}::uuid[])`
}

/** The actor's own shares by project: in hand, and submitted; copies served blind count like any other. */
function sharesOf(actor: Actor): Promise<Mine[]> {
  return prisma().$queryRaw<Mine[]>`
    select coalesce(k.project_id, t.project_id) "projectId",
           (count(*) filter (where a.state in ('reserved', 'assigned') and t.state = 'open'))::int "open",
           (count(*) filter (where a.state = 'submitted'))::int "submitted"
    from assignments a join tasks t on t.id = a.task_id left join calibrations k on k.shadow_id = t.project_id
    where a.user_id = ${actor.userId}::uuid
    group by 1`
}
