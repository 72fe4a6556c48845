/** What waits for a person's decision in their projects: the inbox lists it, and the bar of every page counts it. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { REFUSAL_OR_LATER } from '@/lib/adjudication/consolidation/refusal'
import { isOpenIn, isUnansweredBy, proposedAt } from '@/lib/adjudication/consolidation/standing-replies'
import type { Actor } from '@/lib/platform/policy/actor'
import { visibleProjectsWhere } from '@/lib/platform/policy/visible'
import type { Tx } from '@/lib/platform/server/db'
import { findProtocol } from '@/lib/protocols'
import { askedCount, waitsForPartner } from '@/lib/workspace/tasks/discussion-sql'
import { readWaitingInquiries } from '@/lib/workspace/tasks/inquiry-sql'
import { isAsked, type OwnShare } from '@/lib/workspace/tasks/own-shares'
import { annotatedItem, approvable, settleable, waitsSince } from '@/lib/workspace/tasks/review-sql'
import { isSecond } from '@/lib/workspace/tasks/second-sql'
import type { Decision, Inbox, TaskDecision } from './contract'
import { LISTED, longestFirst } from './rules'

/** A project in use that the reader is a member of. */
export interface OwnProject {
  id: string
  name: string
  protocolId: string
  role: 'manager' | 'annotator' | 'reviewer' | 'viewer'
}

/** Administrators see all projects, but are asked in those only that they joined. */
export async function listOwnProjects(tx: Tx, actor: Actor): Promise<OwnProject[]> {
  const { userId } = actor
  const rows = await tx.project.findMany({
    where: { AND: [visibleProjectsWhere(actor), { archivedAt: null, memberships: { some: { userId } } }] },
    select: { id: true, name: true, protocolId: true, memberships: { where: { userId }, select: { role: true } } },
  })
  return rows.flatMap(({ memberships, ...project }) => memberships.map(({ role }) => ({ ...project, role })))
}

/** The names that lines of the inbox carry. */
export function namesIn(projects: readonly OwnProject[]) {
  const byId = new Map(projects.map((project) => [project.id, project]))
  return ({ projectId, stageKey }: { projectId: string; stageKey: string }) => {
    const project = byId.get(projectId)
    const stages = project ? findProtocol(project.protocolId)?.stages : undefined
    return {
      projectName: project?.name ?? '',
      stageTitle: stages?.find(({ key }) => key === stageKey)?.title ?? stageKey,
    }
  }
}

interface Part {
  total: number
  list: Decision[]
}

interface TaskRow extends Omit<TaskDecision, 'projectName' | 'stageTitle' | 'since'> {
  stageKey: string
  since: Date
  total: number
}

/**
 * All parts of it, those of others first, who have waited longest; `shares` are the reader's own in hand. `most`: how many are listed;
 * null: all of them.
 */
export async function readDecisions(
  tx: Tx,
  actor: Actor,
  projects: readonly OwnProject[],
  shares: readonly OwnShare[],
  most: number | null = LISTED,
): Promise<Inbox['decisions']> {
  const parts = [
    await readReview(tx, actor, projects, most),
    await readOwnAnswers(tx, actor, projects, most),
    await readInquiries(tx, actor, projects),
    sharesThatCameBack(projects, shares),
  ]
  return {
    total: parts.reduce((sum, { total }) => sum + total, 0),
    list: longestFirst(
      parts.map(({ list }) => list),
      most,
    ),
  }
}

function present(projects: readonly OwnProject[], rows: readonly TaskRow[]): Part {
  const names = namesIn(projects)
  return {
    total: rows[0]?.total ?? 0,
    list: rows.map(({ stageKey, since, total: _, ...row }) => ({
      ...row,
      ...names({ projectId: row.projectId, stageKey }),
      since: since.toISOString(),
    })),
  }
}

/** Open questions of a task `t`, whoever they wait for. */
export const openCount = Prisma.sql`(select count(*)::int from disagreements d where ${isOpenIn})`

/** Was anything proposed on it at all? Few tasks have a proposal, so they are looked up once for all. */
const hasProposal = Prisma.sql`t.id in (select d.task_id from disagreements d where d.proposal is not null)`

/** Nothing is left to a reviewer but to wait: each open question has a proposal that somebody who can still answer has not answered. */
const waitsForAnnotators = Prisma.sql`(
  ${hasProposal}
  and exists (select 1 from disagreements d where ${isOpenIn} and d.proposal is not null)
  and not exists (
    select 1 from disagreements d where ${isOpenIn} and not exists (
      select 1 from annotations n
      join memberships m on m.project_id = t.project_id and m.user_id = n.user_id
      join users w on w.id = n.user_id and w.deactivated_at is null
      where n.task_id = d.task_id and n.round = d.round and n.state = 'submitted' and n.origin = 'person'
        and ${isUnansweredBy(Prisma.sql`n.user_id`)})))`

/** With what words an approver sent it back; null where it has been confirmed since, or never was. */
const refusal = Prisma.sql`(
  select case e.type when 'task.approval_refused' then e.data ->> 'comment' end from events e
  where e.task_id = t.id and e.type = any(${[...REFUSAL_OR_LATER]})
    and t.state = 'consolidating'
  order by e.id desc limit 1)`

/** So many tasks are looked up one by one in less time than all that somebody has annotated. */
const FEW = 500

/**
 * What they may settle or approve, copies for a second adjudication among it. Whether they have annotated the item is looked up for each task; where
 * many wait, only in projects in which they have annotated at all, which takes longer to find out than a few tasks do.
 */
async function readReview(
  tx: Tx,
  { userId }: Actor,
  projects: readonly OwnProject[],
  most: number | null,
): Promise<Part> {
  const ids = projects.filter(({ role }) => role === 'manager' || role === 'reviewer').map(({ id }) => id)
  if (ids.length === 0) return { total: 0, list: [] }
  const rows = await tx.$queryRaw<TaskRow[]>`
    with annotated as materialized (
      select distinct o.project_id from annotations n join tasks o on o.id = n.task_id where n.user_id = ${userId}::uuid),
    reached as materialized (
      select t.*, t.project_id "reviewed_in" from tasks t
      where t.project_id = any(${ids}::uuid[]) and t.state in ('consolidating', 'approving')
      union all
      select t.*, d.project_id from second_adjudications d join tasks t on t.id = d.copy_id
      where d.project_id = any(${ids}::uuid[]) and d.outcome is null and ${isSecond(userId)}),
    resting as materialized (select t.id from reached t where ${waitsForAnnotators}),
    waiting as materialized (
      select t.id, t.reviewed_in, ${waitsSince} "since", count(*) over () "total"
      from reached t join stages s on s.id = t.stage_id
      where (${approvable(userId)} or ${settleable} and t.id not in (select r.id from resting r))
        and not (((select count(*) from reached) <= ${FEW} or t.project_id in (select a.project_id from annotated a)) and ${annotatedItem(userId)})
      order by "since", t.id limit ${most})
    select case t.state when 'approving' then 'approve' else 'settle' end "kind", t.id "taskId", w.reviewed_in "projectId",
           t.position, i.title, s.key "stageKey", ${openCount} "open", 0 "asked", ${refusal} "comment", w.since,
           w.total::int "total"
    from waiting w join tasks t on t.id = w.id join items i on i.id = t.item_id join stages s on s.id = t.stage_id
    order by w.since, t.id`
  return present(projects, rows)
}

/** In a discussion: has the person a word to say, or is nothing open that could wait for a partner's? */
const isTheirTurn = (userId: string) => Prisma.sql`(
  ${askedCount(userId)} > 0
  or not exists (select 1 from disagreements d where ${isOpenIn})
  or exists (select 1 from disagreements d where ${isOpenIn} and not exists (
    select 1 from acceptances a where a.task_id = d.task_id and a.round = d.round and a.unit_id = d.unit_id
      and a.question = d.question and a.user_id = ${userId}::uuid)))`

/** The reader's own revealed answers: what they settle with partners, and proposals about them that they have not answered. */
async function readOwnAnswers(
  tx: Tx,
  { userId }: Actor,
  projects: readonly OwnProject[],
  most: number | null,
): Promise<Part> {
  const me = Prisma.sql`${userId}::uuid`
  const unanswered = Prisma.sql`from disagreements d where ${isOpenIn} and ${isUnansweredBy(me)}`
  const rows = await tx.$queryRaw<TaskRow[]>`
    with own as (
      select t.id from tasks t
      where t.project_id = any(${projects.map(({ id }) => id)}::uuid[]) and t.state = 'consolidating'
        and (${hasProposal} or t.stage_id in (select s.id from stages s where s.consolidation = 'discussion'))
        and exists (select 1 from annotations n where n.task_id = t.id and n.user_id = ${me} and n.state = 'submitted')),
    asked as (
      select t.*, i.title, s.key "stageKey", s.consolidation = 'discussion' "discusses", ${openCount} "open", ${waitsSince} "reached",
             ${askedCount(userId)} "values", (select count(*)::int ${unanswered}) "proposals"
      from own join tasks t on t.id = own.id join items i on i.id = t.item_id join stages s on s.id = t.stage_id
      where s.consolidation = 'discussion' and ${waitsForPartner(userId)} and ${isTheirTurn(userId)}
         or s.consolidation <> 'discussion' and exists (select 1 ${unanswered}))
    select case when t.discusses then 'discussion' else 'proposals' end "kind", t.id "taskId", t.project_id "projectId",
           t.position, t.title, t."stageKey", t.open, null "comment", case when t.discusses then t.values else t.proposals end "asked",
           coalesce(case when not t.discusses then (select min(${proposedAt}) ${unanswered}) end, t.reached) "since",
           (count(*) over ())::int "total"
    from asked t order by "since", t.id limit ${most}`
  return present(projects, rows)
}

/**
 * Questions of annotators, one line a project that the reader manages. Not of one in which they annotate themselves: whoever is told how many
 * wait is no longer given their tasks, and the bar of every page would tell it. They read them on the project's own pages.
 */
async function readInquiries(tx: Tx, actor: Actor, projects: readonly OwnProject[]): Promise<Part> {
  const managed = projects.filter(({ role }) => role === 'manager')
  if (managed.length === 0) return { total: 0, list: [] }
  const waiting = await tx.$queryRaw<{ projectId: string }[]>`
    select distinct coalesce(k.project_id, t.project_id) "projectId"
    from inquiries q join assignments a on a.id = q.assignment_id join tasks t on t.id = a.task_id
    left join calibrations k on k.shadow_id = t.project_id
    where q.answered_at is null and q.closed_at is null and t.state = 'open'`
  const asked = managed.filter(({ id }) => waiting.some(({ projectId }) => projectId === id))
  // Rarely is anything asked, and somebody who has annotated much has many shares to go through.
  const annotated = asked.length > 0 ? await listAnnotatedProjects(tx, actor) : new Set()
  const list: Decision[] = []
  for (const { id: projectId, name: projectName } of asked) {
    if (annotated.has(projectId)) continue
    const { count: open, since } = await readWaitingInquiries(tx, actor, projectId)
    if (since) list.push({ kind: 'inquiries', projectId, projectName, open, since: since.toISOString() })
  }
  return { total: list.length, list }
}

/** The projects in which somebody has, or had, a share of a task. */
async function listAnnotatedProjects(tx: Tx, { userId }: Actor): Promise<Set<string>> {
  const rows = await tx.$queryRaw<{ projectId: string }[]>`
    select distinct coalesce(k.project_id, t.project_id) "projectId"
    from assignments a join tasks t on t.id = a.task_id left join calibrations k on k.shadow_id = t.project_id
    where a.user_id = ${userId}::uuid`
  return new Set(rows.map(({ projectId }) => projectId))
}

/** Of the reader's own shares: what was sent back, and what a manager has answered. */
function sharesThatCameBack(projects: readonly OwnProject[], shares: readonly OwnShare[]): Part {
  const names = namesIn(projects)
  const list = shares.filter(cameBack).map((share): Decision => {
    const { projectId, taskId, position, title, inquiry } = share
    const isAnswered = isAsked(share)
    const sentBackAt = (share.sentBackAt ?? share.begunAt ?? share.givenAt).toISOString()
    return {
      kind: isAnswered ? 'answered' : 'sent_back',
      projectId,
      taskId,
      position,
      title,
      ...names(share),
      open: 0,
      asked: 0,
      comment: isAnswered ? (inquiry?.answer ?? null) : share.comment,
      since: isAnswered && inquiry?.answeredAt ? new Date(inquiry.answeredAt).toISOString() : sentBackAt,
    }
  })
  return { total: list.length, list }
}

/** Has somebody else said something about it that the reader acts upon? */
export const cameBack = (share: OwnShare): boolean => (isAsked(share) ? share.inquiry?.answer != null : share.isAnother)
