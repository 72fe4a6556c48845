/** The shares of open tasks that a person has in hand: for the home of a project, and for the inbox across projects. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { ownWorkIn } from '@/lib/platform/policy/visible'
import type { Tx } from '@/lib/platform/server/db'

export interface OwnShare {
  taskId: string
  /** The project that the person works in: of a copy served blind, the one it was made from. */
  projectId: string
  position: number
  title: string
  stageKey: string
  /** When a reservation lapses; null for what a manager assigned. */
  expiresAt: Date | null
  /** When they got the share. */
  givenAt: Date
  /** When they began this round of it, and did something to it last; null where it is not begun. */
  begunAt: Date | null
  touchedAt: Date | null
  round: number
  /** Did they annotate an earlier round of it? Whoever takes a place that was freed since has been sent nothing back. */
  isAnother: boolean
  /** Where they did: the remark it was sent back with, and when. */
  comment: string | null
  sentBackAt: Date | null
  stale: boolean
  /** The last question to the managers about it that was not withdrawn. */
  inquiry: { question: string; answer: string | null; answeredAt: string | null } | null
}

interface Asked {
  userId: string
  projectIds: readonly string[]
  limit: number
}

/** In which order: `touched` last first; `oldest` first, by when they were begun or given. */
const ORDER = {
  touched: Prisma.sql`"touchedAt" desc nulls last, t.position, t.id`,
  oldest: Prisma.sql`coalesce(n.started_at, a.created_at), t.position, t.id`,
}

/** Those of a person in these projects, and how many there are; not what they submitted a moment ago. Nothing of it depends on anybody else's share. */
export async function listOwnShares(
  tx: Tx,
  { userId, projectIds, limit }: Asked,
  order: keyof typeof ORDER,
): Promise<{ shares: OwnShare[]; total: number }> {
  const rows = await tx.$queryRaw<(OwnShare & { total: number })[]>`
    select t.id "taskId", coalesce(k.project_id, t.project_id) "projectId", t.position, i.title, s.key "stageKey",
           a.expires_at "expiresAt", a.created_at "givenAt", n.started_at "begunAt", t.round, was.another "isAnother", t.stale,
           case when n.id is not null then greatest(n.started_at, (select max(l.updated_at) from labels l where l.annotation_id = n.id)) end "touchedAt",
           back.comment, back.at "sentBackAt",
           (select jsonb_build_object('question', q.question, 'answer', q.answer, 'answeredAt', q.answered_at) from inquiries q
            where q.assignment_id = a.id and q.closed_at is null order by q.asked_at desc, q.id limit 1) "inquiry",
           (count(*) over ())::int "total"
    from assignments a
    join tasks t on t.id = a.task_id
    join items i on i.id = t.item_id
    join stages s on s.id = t.stage_id
    left join calibrations k on k.shadow_id = t.project_id
    left join annotations n on n.task_id = t.id and n.user_id = a.user_id and n.round = t.round
    cross join lateral (select exists (
      select 1 from annotations b where b.task_id = t.id and b.user_id = a.user_id and b.round < t.round) "another") was
    left join lateral (
      select e.data ->> 'comment' "comment", e.at from events e
      where was.another and e.task_id = t.id and e.type = 'task.reopened' and (e.data ->> 'round')::int = t.round
      order by e.id desc limit 1
    ) back on true
    where a.user_id = ${userId}::uuid and ${ownWorkIn(...projectIds)} and t.state = 'open' and n.held_until is null
      and a.state in ('reserved', 'assigned') and (a.expires_at is null or a.expires_at > now() or n.id is not null)
    order by ${ORDER[order]} limit ${limit}`
  return { shares: rows.map(({ total: _, ...share }) => share), total: rows[0]?.total ?? 0 }
}

/** Is the last question about it about this round? Later the task was sent back, and what was asked is settled. */
export const isAsked = ({ inquiry, round }: Pick<OwnShare, 'inquiry' | 'round'>): boolean =>
  inquiry !== null && (inquiry.answer === null || round === 1)
