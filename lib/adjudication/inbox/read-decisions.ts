/** What waits for a person's decision in their projects: the inbox lists it, and the bar of every page counts it. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { REFUSAL_OR_LATER } from '@/lib/adjudication/consolidation/refusal'
import { isOpenIn, isUnansweredBy } from '@/lib/adjudication/consolidation/standing-replies'
import type { Actor } from '@/lib/platform/policy/actor'
import { visibleProjectsWhere } from '@/lib/platform/policy/visible'
import type { Tx } from '@/lib/platform/server/db'
import { findProtocol } from '@/lib/protocols'
import { askedCount, waitsForPartner } from '@/lib/workspace/tasks/discussion-sql'
import { readWaitingInquiries } from '@/lib/workspace/tasks/inquiry-sql'
import { isAsked, listOwnShares, type OwnShare } from '@/lib/workspace/tasks/own-shares'
import { approvable, settleable, waitsSince } from '@/lib/workspace/tasks/review-sql'
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

/** Shares read at most; nobody has more in hand. */
const MOST_SHARES = 1_000

type Shares = Awaited<ReturnType<typeof listOwnShares>>

/**
 * What waits for the reader's decision, longest first, and their own shares in hand, of which some are part of it. `most`: how many decisions are
 * listed; null: all of them. The long statements run side by side, unless `tx` is a transaction: each sees what is committed when it begins.
 */
export async function readDecisions(
  tx: Tx,
  actor: Actor,
  projects: readonly OwnProject[],
  most: number | null = LISTED,
): Promise<{ decisions: Inbox['decisions']; own: Shares }> {
  const [reviews, { own, answers, inquiries }] = await Promise.all([
    readReviews(tx, actor, projects, most),
    // One after the other, on one connection: together they take less time than the reviews.
    readOwnParts(tx, actor, projects, most),
  ])
  const parts = [reviews, answers, inquiries, sharesThatCameBack(projects, own.shares)]
  const total = parts.reduce((sum, part) => sum + part.total, 0)
  const lists = parts.map(({ list }) => list)
  return { decisions: { total, list: longestFirst(lists, most) }, own }
}

async function readOwnParts(tx: Tx, actor: Actor, projects: readonly OwnProject[], most: number | null) {
  const answers = await readAnswers(tx, actor, projects, most)
  const shares = await readShares(tx, actor, projects)
  return { answers, own: shares, inquiries: await readInquiries(tx, actor, projects) }
}

/** The reader's own shares in hand, in all of their projects but those that they only view. */
function readShares(tx: Tx, { userId }: Actor, projects: readonly OwnProject[]): Promise<Shares> {
  const projectIds = projects.filter(({ role }) => role !== 'viewer').map(({ id }) => id)
  return listOwnShares(tx, { userId, projectIds, limit: MOST_SHARES }, 'oldest')
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

/** Tasks on which anything was proposed at all. They are few, and read once. */
const PROPOSED = Prisma.sql`
  proposed as materialized (select distinct d.task_id from disagreements d where d.proposal is not null)`

/** Is the task `t` among them? */
const hasProposal = Prisma.sql`t.id in (select p.task_id from proposed p)`

/** With what words an approver sent it back; null where it has been confirmed since, or never was. */
const refusal = Prisma.sql`(
  select case e.type when 'task.approval_refused' then e.data ->> 'comment' end from events e
  where e.task_id = t.id and e.type = any(${[...REFUSAL_OR_LATER]})
    and t.state = 'consolidating'
  order by e.id desc limit 1)`

/** In a discussion: has the person a word to say, or is nothing open that could wait for a partner's? */
const isTheirTurn = (userId: string) => Prisma.sql`(
  ${askedCount(userId)} > 0
  or not exists (select 1 from disagreements d where ${isOpenIn})
  or exists (select 1 from disagreements d where ${isOpenIn} and not exists (
    select 1 from acceptances a where a.task_id = d.task_id and a.round = d.round and a.unit_id = d.unit_id
      and a.question = d.question and a.user_id = ${userId}::uuid)))`

const REACHED = Prisma.sql`t.id, t.item_id, t.project_id, t.round, t.state, t.adjudicator_id, t.adjudicated_at, r.submitted_at, ${settleable} "is_settleable"`

/**
 * Tasks that may wait for a reviewer of these projects, copies for a second adjudication among them. `resting`: nothing is left to a reviewer
 * but to wait, since each open question has a proposal that somebody who can still answer has not answered.
 */
const reachedIn = (userId: string, ids: readonly string[]) => Prisma.sql`
  reached as materialized (
    select ${REACHED}, t.project_id "reviewed_in" from tasks t join stages s on s.id = t.stage_id left join reached_tasks r on r.task_id = t.id
    where t.project_id = any(${ids}::uuid[]) and t.state in ('consolidating', 'approving')
    union all
    select ${REACHED}, d.project_id
    from second_adjudications d join tasks t on t.id = d.copy_id join stages s on s.id = t.stage_id left join reached_tasks r on r.task_id = t.id
    where d.project_id = any(${ids}::uuid[]) and d.outcome is null and ${isSecond(userId)}),
  asking as materialized (
    select d.*, t.project_id from reached t join disagreements d on ${isOpenIn} where ${hasProposal}),
  unanswered as materialized (
    select d.id from asking d
    join annotations n on n.task_id = d.task_id and n.round = d.round and n.state = 'submitted' and n.origin = 'person'
    join memberships m on m.project_id = d.project_id and m.user_id = n.user_id
    join users w on w.id = n.user_id and w.deactivated_at is null
    where ${isUnansweredBy(Prisma.sql`n.user_id`)}),
  resting as materialized (
    select d.task_id from asking d group by d.task_id having bool_and(d.id in (select u.id from unanswered u)))`

/** What a line shows of the tasks `w`: their `id`, the project in which they wait, and `since` when; `total` stands in each. */
const linesOf = (waiting: Prisma.Sql) => Prisma.sql`
  select w.kind, w.id "taskId", w.project_id "projectId", t.position, i.title, s.key "stageKey", w.open, w.asked, w.comment, w.since,
         w.total::int "total"
  from (${waiting}) w join tasks t on t.id = w.id join items i on i.id = t.item_id join stages s on s.id = t.stage_id
  order by w.since, w.id`

/** Tasks that the reader may settle or approve, having annotated nothing of the item. */
async function readReviews(
  tx: Tx,
  { userId }: Actor,
  projects: readonly OwnProject[],
  most: number | null,
): Promise<Part> {
  const reviewed = projects.filter(({ role }) => role === 'manager' || role === 'reviewer').map(({ id }) => id)
  if (reviewed.length === 0) return { total: 0, list: [] }
  const rows = await tx.$queryRaw<TaskRow[]>`
    with ${PROPOSED}, ${reachedIn(userId, reviewed)},
    annotated as materialized (
      select o.item_id from annotations n join tasks o on o.id = n.task_id
      where n.user_id = ${userId}::uuid and o.project_id in (select distinct r.project_id from reached r)),
    to_review as materialized (
      select t.id, t.reviewed_in, ${waitsSince(Prisma.sql`t.submitted_at`)} "since", count(*) over () "total" from reached t
      where (${approvable(userId)} or t.is_settleable and t.id not in (select r.task_id from resting r))
        and t.item_id not in (select a.item_id from annotated a)
      order by "since", t.id limit ${most})
    ${linesOf(Prisma.sql`
      select case t.state when 'approving' then 'approve' else 'settle' end "kind", w.id, w.reviewed_in "project_id", ${openCount} "open",
             0 "asked", ${refusal} "comment", w.since, w.total
      from to_review w join tasks t on t.id = w.id`)}`
  return present(projects, rows)
}

/** The reader's own answers, which they settle with partners, or about which somebody proposed what they have not answered. */
async function readAnswers(
  tx: Tx,
  { userId }: Actor,
  projects: readonly OwnProject[],
  most: number | null,
): Promise<Part> {
  const ids = projects.map(({ id }) => id)
  const proposals = Prisma.sql`from disagreements d where ${isOpenIn} and ${isUnansweredBy(Prisma.sql`${userId}::uuid`)}`
  const rows = await tx.$queryRaw<TaskRow[]>`
    with ${PROPOSED},
    own as materialized (
      select t.id from tasks t join stages s on s.id = t.stage_id
      where t.state = 'consolidating' and t.project_id = any(${ids}::uuid[])
        and (s.consolidation = 'discussion' or ${hasProposal})
        and exists (select 1 from annotations n where n.task_id = t.id and n.user_id = ${userId}::uuid and n.state = 'submitted')),
    asked as (
      select t.*, s.consolidation = 'discussion' "discusses", ${openCount} "open", ${waitsSince()} "reached",
             ${askedCount(userId)} "values", (select count(*)::int ${proposals}) "proposals"
      from own join tasks t on t.id = own.id join stages s on s.id = t.stage_id
      where s.consolidation = 'discussion' and ${waitsForPartner(userId)} and ${isTheirTurn(userId)}
         or s.consolidation <> 'discussion' and exists (select 1 ${proposals})),
    to_answer as materialized (
      select t.id, t.discusses, t.open, case when t.discusses then t.values else t.proposals end "asked",
             coalesce(case when not t.discusses then (select min(d.proposed_at) ${proposals}) end, t.reached) "since", count(*) over () "total"
      from asked t order by "since", t.id limit ${most})
    ${linesOf(Prisma.sql`
      select case when w.discusses then 'discussion' else 'proposals' end "kind", w.id, t.project_id, w.open, w.asked, null::text "comment",
             w.since, w.total
      from to_answer w join tasks t on t.id = w.id`)}`
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
  const waitingProjects = managed.filter(({ id }) => waiting.some(({ projectId }) => projectId === id))
  // Rarely is anything asked, and somebody who has annotated much has many shares to go through.
  const annotated = waitingProjects.length > 0 ? await listAnnotatedProjects(tx, actor) : new Set()
  const list: Decision[] = []
  for (const { id: projectId, name: projectName } of waitingProjects) {
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
