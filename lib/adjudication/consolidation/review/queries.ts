import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { listStandingReplies } from '@/lib/adjudication/consolidation/standing-replies'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { loadProject } from '@/lib/workspace/projects/queries'
import { askedCount, waitsForPartner } from '@/lib/workspace/tasks/discussion-sql'
import { annotatedItem, approvable, settleable, waitsSince } from '@/lib/workspace/tasks/review-sql'
import { reviewedIn } from '@/lib/workspace/tasks/second-sql'
import type { Review, ReviewQuery, ReviewTask } from './contract'

/** Tasks listed at once; the totals tell of the rest. */
const LIST_LENGTH = 100

interface Row extends Omit<ReviewTask, 'since'> {
  since: Date
  submittedCount: number
  /** Values in a discussion that wait for the reader's word. */
  asked: number
  total: number
}

/** What this very person may settle and approve (nothing they annotated), and where their own answers are discussed. */
export function listReview(actor: Actor, projectId: string, query: ReviewQuery = {}): Promise<Review> {
  return transaction(async (tx) => {
    const { role, archived } = (await loadProject(tx, actor, projectId)).subject
    const mayReview = role === 'manager' || role === 'reviewer'
    const reviews = mayReview && !archived
    if (!mayReview && (query.domain !== undefined || query.tag !== undefined))
      throw new AppError('forbidden', 'Domains and tags are for managers and reviewers.')
    const notOwn = Prisma.sql`not ${annotatedItem(actor.userId)} and ${isOf(query)}`
    const approved = approvable(actor.userId)
    const toSettle = reviews ? await listTasks(tx, actor, projectId, Prisma.sql`${settleable} and ${notOwn}`) : []
    const toApprove = reviews ? await listTasks(tx, actor, projectId, Prisma.sql`${approved} and ${notOwn}`) : []
    const discussions = archived ? [] : await listTasks(tx, actor, projectId, discussed(actor))
    const proposals = await readProposals(tx, [...toSettle, ...discussions])
    return {
      reviews,
      toSettle: {
        total: toSettle[0]?.total ?? 0,
        tasks: toSettle.map((row) => ({
          ...present(row),
          waiting: proposals.some((each) => each.taskId === row.taskId && each.repliers.length < row.submittedCount),
        })),
      },
      toApprove: { total: toApprove[0]?.total ?? 0, tasks: toApprove.map(present) },
      discussions: discussions.map((row) => ({
        ...present(row),
        asked:
          row.asked +
          proposals.filter((each) => each.taskId === row.taskId && !each.repliers.includes(actor.userId)).length,
      })),
    }
  })
}

const isOf = ({ domain, tag }: ReviewQuery) => Prisma.sql`
  ${domain === undefined ? Prisma.sql`true` : Prisma.sql`i.shown_domain = ${domain}`}
  and ${tag === undefined ? Prisma.sql`true` : Prisma.sql`i.tags @> array[${tag}]::text[]`}`

const discussed = ({ userId }: Actor) => Prisma.sql`t.state = 'consolidating' and (${waitsForPartner(userId)}
  or s.consolidation <> 'discussion'
  and exists (select 1 from annotations n where n.task_id = t.id and n.user_id = ${userId}::uuid and n.state = 'submitted')
  and exists (select 1 from disagreements d where d.task_id = t.id and d.round = t.round))`

function listTasks(tx: Tx, { userId }: Actor, projectId: string, which: Prisma.Sql): Promise<Row[]> {
  return tx.$queryRaw<Row[]>`
    select t.id "taskId", t.position, i.title, i.shown_domain "domain", t.round, t.submitted_count "submittedCount",
           (select count(*)::int from disagreements d where d.task_id = t.id and d.round = t.round) "disagreements",
           ${askedCount(userId)} "asked",
           ${waitsSince()} "since",
           (count(*) over ())::int "total"
    from tasks t join items i on i.id = t.item_id join stages s on s.id = t.stage_id
    where ${reviewedIn(projectId, userId)} and ${which}
    order by t.position, t.id limit ${LIST_LENGTH}`
}

function present({ total: _, submittedCount: __, asked: ___, since, ...row }: Row): ReviewTask {
  return { ...row, since: since.toISOString() }
}

/** Proposals on questions that nobody has settled yet, with the people who have answered them. */
async function readProposals(tx: Tx, tasks: readonly Row[]): Promise<{ taskId: string; repliers: string[] }[]> {
  const taskIds = tasks.map((row) => row.taskId)
  if (taskIds.length === 0) return []
  const proposals = await tx.$queryRaw<{ id: string; taskId: string }[]>`
    select d.id, d.task_id "taskId" from disagreements d join tasks t on t.id = d.task_id
    where d.task_id = any(${taskIds}::uuid[]) and d.round = t.round and d.proposal is not null
      and not exists (select 1 from resolutions r where r.task_id = d.task_id and r.round = d.round
                      and r.unit_id = d.unit_id and r.question = d.question)`
  const replies = proposals.length > 0 ? await listStandingReplies(tx, taskIds) : []
  return proposals.map(({ id, taskId }) => ({
    taskId,
    repliers: replies.filter((each) => each.disagreementId === id).map((each) => each.userId),
  }))
}
