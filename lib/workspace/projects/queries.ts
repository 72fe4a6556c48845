import 'server-only'
import { cache } from 'react'
import type { Actor } from '@/lib/platform/policy/actor'
import { effectiveRole } from '@/lib/platform/policy/can'
import { ownWorkIn, visibleProjectsWhere } from '@/lib/platform/policy/visible'
import { prisma, type Tx, transaction } from '@/lib/platform/server/db'
import { found } from '@/lib/platform/server/errors'
import { findProtocol, protocolById } from '@/lib/protocols'
import { askedCount, waitsForPartner } from '@/lib/workspace/tasks/discussion-sql'
import { readWaitingInquiries } from '@/lib/workspace/tasks/inquiry-sql'
import { isAsked, listOwnShares, type OwnShare } from '@/lib/workspace/tasks/own-shares'
import { annotatedItem, approvable, settleable } from '@/lib/workspace/tasks/review-sql'
import { reviewedIn } from '@/lib/workspace/tasks/second-sql'
import type {
  FunnelStage,
  HomeDiscussion,
  HomePath,
  HomeTask,
  ProjectHome,
  ProjectListEntry,
  ProjectView,
} from './contract'
import { authorizeProject, type LoadedProject, loadProject } from './load-project'
import { presentProject } from './present'
import { releasesSource } from './releases-source'

/** Shares shown per list; the rest is reached by working. */
const LIST_LENGTH = 50

async function readWork(tx: Tx, actor: Actor, project: LoadedProject): Promise<NonNullable<ProjectHome['work']>> {
  const shareQuery = { userId: actor.userId, projectIds: [project.id], limit: LIST_LENGTH }
  const { shares } = await listOwnShares(tx, shareQuery, 'touched')
  const titles = titlesOf(project)
  const present = ({ stageKey, expiresAt, touchedAt, inquiry, ...share }: OwnShare): HomeTask => ({
    taskId: share.taskId,
    position: share.position,
    title: share.title,
    comment: share.comment,
    stale: share.stale,
    stageTitle: titles.get(stageKey) ?? stageKey,
    expiresAt: expiresAt?.toISOString() ?? null,
    touchedAt: touchedAt?.toISOString() ?? null,
    inquiry: inquiry && { question: inquiry.question, answer: inquiry.answer },
  })
  const [counts] = await tx.$queryRaw<{ submitted: number; submittedLastDay: number }[]>`
    select count(*)::int "submitted",
           (count(*) filter (where n.submitted_at > now() - interval '24 hours'))::int "submittedLastDay"
    from annotations n join tasks t on t.id = n.task_id
    where n.user_id = ${actor.userId}::uuid and ${ownWorkIn(project.id)}
      and n.state = 'submitted' and n.origin = 'person'`
  const inquired = shares.filter(isAsked)
  const others = shares.filter((share) => !isAsked(share))
  return {
    answered: inquired.filter(({ inquiry }) => inquiry?.answer != null).map(present),
    setAside: inquired.filter(({ inquiry }) => inquiry?.answer == null).map(present),
    sentBack: others.filter((share) => share.isAnother).map(present),
    drafts: others.filter((share) => !share.isAnother && share.touchedAt).map(present),
    assigned: others.filter((share) => !share.isAnother && !share.touchedAt).map(present),
    discuss: await readDiscussions(tx, actor, project),
    submittedLastDay: counts?.submittedLastDay ?? 0,
    submitted: counts?.submitted ?? 0,
    hasItems: (await tx.item.findFirst({ where: { projectId: project.id }, select: { id: true } })) !== null,
  }
}

const titlesOf = ({ protocolId }: LoadedProject) =>
  new Map(protocolById(protocolId).stages.map((stage) => [stage.key, stage.title]))

/** The reader's own tasks that they settle with their partners. */
async function readDiscussions(tx: Tx, { userId }: Actor, project: LoadedProject): Promise<HomeDiscussion[]> {
  const rows = await tx.$queryRaw<(Omit<HomeDiscussion, 'stageTitle'> & { stageKey: string })[]>`
    select t.id "taskId", t.position, i.title, s.key "stageKey", ${askedCount(userId)} "asked",
           t.third_rater_at is not null "called"
    from tasks t join items i on i.id = t.item_id join stages s on s.id = t.stage_id
    where t.project_id = ${project.id}::uuid and ${waitsForPartner(userId)}
    order by "asked" desc, t.position, t.id limit ${LIST_LENGTH}`
  const titles = titlesOf(project)
  return rows.map(({ stageKey, ...row }) => ({ ...row, stageTitle: titles.get(stageKey) ?? stageKey }))
}

/** Tasks this very person may settle or approve: none on an item they annotated, no approval of what they settled. */
async function readReview(tx: Tx, actor: Actor, projectId: string): Promise<ProjectHome['review']> {
  const [row] = await tx.$queryRaw<{ toSettle: number; toApprove: number }[]>`
    select (count(*) filter (where ${settleable}))::int "toSettle",
           (count(*) filter (where ${approvable(actor.userId)}))::int "toApprove"
    from tasks t join stages s on s.id = t.stage_id
    where ${reviewedIn(projectId, actor.userId)} and t.state in ('consolidating', 'approving')
      and not ${annotatedItem(actor.userId)}`
  return { toSettle: row?.toSettle ?? 0, toApprove: row?.toApprove ?? 0 }
}

/** Tasks whose earlier gold has changed and that nobody has settled yet. */
const countStale = (tx: Tx, projectId: string): Promise<number> =>
  tx.task.count({ where: { projectId, stale: true, state: { not: 'discarded' } } })

/** How far the project is on its way from a file to a release. */
async function readPath(tx: Tx, { id: projectId, protocolId }: LoadedProject): Promise<HomePath> {
  const { guidelines: ofProtocol } = protocolById(protocolId)
  const [counts] = await tx.$queryRaw<Omit<HomePath, 'release' | 'guidelinesOfProtocol'>[]>`
    with first as (select id, raters from stages where project_id = ${projectId}::uuid and position = 0),
    last as (
      select id, consolidation from stages where project_id = ${projectId}::uuid order by position desc limit 1),
    revealed as (
      select t.submitted_count from tasks t
      where t.stage_id = (select id from first) and t.state in ('consolidating', 'approving', 'gold'))
    select
      (select count(*) from items where project_id = ${projectId}::uuid)::int "items",
      (select count(*) from memberships m join users u on u.id = m.user_id
       where m.project_id = ${projectId}::uuid and m.role <> 'viewer' and u.deactivated_at is null)::int "annotators",
      (select coalesce(sum(v.places - v.used), 0) from invitations v where v.project_id = ${projectId}::uuid and v.role <> 'viewer'
       and v.revoked_at is null and v.expires_at > now())::int "invited",
      (select raters from first) "raters",
      exists (select 1 from imports where project_id = ${projectId}::uuid and state = 'done'
              and options ->> 'labels' = 'person') "ratedBefore",
      coalesce((select max(version) from guidelines where project_id = ${projectId}::uuid), 0) "guidelineVersion",
      (select count(*) from revealed)::int "reached",
      (select count(*) from revealed where submitted_count > 1)::int "compared",
      (select count(*) from tasks where project_id = ${projectId}::uuid and state in ('consolidating', 'approving'))::int "toSettle",
      (select count(*) from tasks where project_id = ${projectId}::uuid and state = 'gold'
       and stage_id = (select id from last))::int "gold",
      (select consolidation = 'votes' from last) "votes"`
  const latest = await tx.guideline.findFirst({
    where: { projectId },
    orderBy: { version: 'desc' },
    select: { body: true },
  })
  return {
    ...found(counts),
    guidelinesOfProtocol: latest?.body === ofProtocol,
    release: await releasesSource.get().latest(tx, projectId),
  }
}

async function readManagement(tx: Tx, actor: Actor, project: LoadedProject): Promise<ProjectHome['management']> {
  const projectId = project.id
  const imports = await tx.import.findMany({
    where: { projectId, state: { notIn: ['done', 'cancelled'] } },
    orderBy: { createdAt: 'desc' },
    take: 5,
    select: { id: true, fileName: true, state: true, problemCount: true },
  })
  return {
    items: await tx.item.count({ where: { projectId } }),
    unopened: await tx.task.count({ where: { projectId, state: 'preparing' } }),
    members: await tx.membership.count({ where: { projectId } }),
    imports: imports.map(({ problemCount, ...row }) => ({ ...row, problems: problemCount })),
    inquiries: (await readWaitingInquiries(tx, actor, projectId)).count,
    skipped: await tx.task.count({
      where: {
        projectId,
        state: 'open',
        assignedCount: { lt: tx.task.fields.raters },
        assignments: { some: { state: 'skipped' } },
      },
    }),
    path: await readPath(tx, project),
  }
}

async function readFunnel(tx: Tx, project: LoadedProject): Promise<FunnelStage[]> {
  const stages = await tx.stage.findMany({
    where: { projectId: project.id },
    orderBy: { position: 'asc' },
    select: { id: true, key: true, consolidation: true },
  })
  const rows = await tx.task.groupBy({ by: ['stageId', 'state'], where: { projectId: project.id }, _count: true })
  const titles = new Map(protocolById(project.protocolId).stages.map((stage) => [stage.key, stage.title]))
  return stages.map(({ id, key, consolidation }) => {
    const counts = { preparing: 0, open: 0, consolidating: 0, approving: 0, gold: 0, discarded: 0 }
    for (const row of rows) if (row.stageId === id) counts[row.state] = row._count
    return { key, title: titles.get(key) ?? key, votes: consolidation === 'votes', counts }
  })
}

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

/** `getProject` for pages, read once for a request: its title, its frame and the page itself all ask, with the one actor of `pageActor`. */
export const pageProject = cache(getProject)

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
      management: role === 'manager' ? await readManagement(tx, actor, project) : null,
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
  return entries.map(({ protocolId, createdAt, archivedAt, ...entry }) => ({
    ...entry,
    protocolId,
    protocolTitle: findProtocol(protocolId)?.title ?? protocolId,
    votes: findProtocol(protocolId)?.stages.at(-1)?.consolidation === 'votes',
    createdAt: createdAt.toISOString(),
    archivedAt: archivedAt?.toISOString() ?? null,
    progress: open.includes(entry.id) ? (progress.get(entry.id) ?? { items: 0, gold: 0, discarded: 0 }) : null,
    mine: mine.get(entry.id) ?? { open: 0, submitted: 0 },
  }))
}

/** The search engines that projects propose of which the actor is a member, by the name of the project. */
export async function listProposedEngines(actor: Actor): Promise<{ project: string; searchEngine: string }[]> {
  const member = { memberships: { some: { userId: actor.userId } } }
  const rows = await prisma().project.findMany({
    where: { AND: [visibleProjectsWhere(actor), member, { archivedAt: null, searchEngine: { not: null } }] },
    select: { name: true, searchEngine: true },
    orderBy: [{ name: 'asc' }, { id: 'asc' }],
  })
  return rows.flatMap(({ name, searchEngine }) => (searchEngine === null ? [] : [{ project: name, searchEngine }]))
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
