import 'server-only'
import type { z } from 'zod'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { transaction } from '@/lib/platform/server/db'
import { protocolById } from '@/lib/protocols'
import { authorizeProject, loadProject } from '@/lib/workspace/projects/queries'
import { inquiryTables, inquiryWaits, recordInquiryReads, visibleInquiries } from '@/lib/workspace/tasks/inquiry-sql'
import { lockAnswerReads } from '@/lib/workspace/tasks/record-answer-reads'
import type { Inquiries, listInquiriesEndpoint } from './contract'

const PAGE_SIZE = 20
type Query = z.output<NonNullable<typeof listInquiriesEndpoint.query>>

const STATES = { waiting: inquiryWaits, answered: Prisma.sql`q.answered_at is not null` }
/** Who has waited longest comes first; what was answered last, too. */
const ORDER = { waiting: Prisma.sql`q.asked_at, q.id`, answered: Prisma.sql`q.answered_at desc, q.id` }

interface InquiryRow {
  id: string
  taskId: string
  itemId: string
  position: number
  title: string
  stageKey: string
  by: string
  question: string
  askedAt: Date
  answer: string | null
  answeredAt: Date | null
  answeredBy: string | null
}

/** What annotators ask, for managers; who has read a question cannot be given its task any more, as with answers. */
export async function listInquiries(actor: Actor, projectId: string, { state, page }: Query): Promise<Inquiries> {
  return transaction(async (tx) => {
    const project = await loadProject(tx, actor, projectId)
    authorizeProject('project.manage', project)
    const visible = visibleInquiries(actor, project.id)
    const onPage = Prisma.sql`
      where ${visible} and ${STATES[state]} order by ${ORDER[state]}
      limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`
    await lockAnswerReads(tx, actor.userId)
    // Nobody takes a place on these tasks until it is written down that their questions were read.
    await tx.$queryRaw`
      select 1 from tasks where id in (
        select unnest(array[page.task_id, page.original_id])
        from (select t.id "task_id", o.id "original_id" ${inquiryTables} ${onPage}) page)
      order by id for share`
    const rows = await tx.$queryRaw<InquiryRow[]>`
      select q.id, t.id "taskId", i.id "itemId", i.position, i.title, s.key "stageKey", u.name "by", q.question,
             q.asked_at "askedAt", q.answer, q.answered_at "answeredAt", m.name "answeredBy"
      ${inquiryTables} join users u on u.id = a.user_id left join users m on m.id = q.answered_by_id
      ${onPage}`
    const [counts] = await tx.$queryRaw<Inquiries['counts'][]>`
      select (count(*) filter (where ${STATES.waiting}))::int "waiting",
             (count(*) filter (where ${STATES.answered}))::int "answered"
      ${inquiryTables} where ${visible}`
    await recordInquiryReads(
      tx,
      actor,
      rows.map(({ taskId }) => taskId),
    )
    const titles = new Map(protocolById(project.protocolId).stages.map(({ key, title }) => [key, title]))
    return {
      inquiries: rows.map(({ taskId: _, stageKey, askedAt, answeredAt, ...row }) => ({
        ...row,
        stageTitle: titles.get(stageKey) ?? stageKey,
        askedAt: askedAt.toISOString(),
        answeredAt: answeredAt?.toISOString() ?? null,
      })),
      counts: counts ?? { waiting: 0, answered: 0 },
      pageSize: PAGE_SIZE,
    }
  })
}

/** What an annotator has asked about a task `t`, oldest first, with the answers, as a column; what was withdrawn is not among it. */
export const ownInquiries = (userId: string): Prisma.Sql => Prisma.sql`
  (select coalesce(json_agg(json_build_object(
     'id', q.id, 'question', q.question, 'askedAt', to_char(q.asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
     'answer', q.answer, 'answeredAt', to_char(q.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
     order by q.asked_at, q.id), '[]')
   from inquiries q join assignments o on o.id = q.assignment_id
   where o.task_id = t.id and o.user_id = ${userId}::uuid and q.closed_at is null)`
