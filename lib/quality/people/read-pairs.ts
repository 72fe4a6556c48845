/** Everybody's ratings beside their partners' and beside gold, counted by the database from the ledger. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { COUNTED } from '@/lib/quality/agreement/ledger/version'

/** Responses alike: the same pairs of categories, as often, by the same person in the same week. */
export interface PairRow {
  measure: string
  /** The person's number. */
  number: number
  /** The Monday of the week (UTC) in which they submitted. */
  week: string
  /** "own other times", separated by commas: indexes of categories. */
  pairs: string
  responses: number
}

type Beside = 'partners' | 'gold'

const OTHER: Record<Beside, Prisma.Sql> = {
  partners: Prisma.sql`cross join lateral (
    select b.code from unnest(u.raters, u.codes) b(number, code) where b.number <> a.number) o`,
  gold: Prisma.sql`join lateral (
    select f.code from further_ratings f
    where f.task_id = u.task_id and f.measure = u.measure and f.unit_key = u.unit_key and f.rater = 'gold') o on true`,
}

/** Of one stage, for everybody or one person. The caller has called `refreshRatings` in the same transaction. */
export function readPairs(tx: Tx, stageId: string, beside: Beside, number: number | null): Promise<PairRow[]> {
  return tx.$queryRaw<PairRow[]>`
    with met as (
      select u.measure, a.number, u.task_id, a.code own, o.code other, count(*) times
      from rated_units u join tasks t on t.id = u.task_id
      cross join lateral unnest(u.raters, u.codes) a(number, code)
      ${OTHER[beside]}
      where u.stage_id = ${stageId}::uuid and ${COUNTED}
        ${number === null ? Prisma.empty : Prisma.sql`and a.number = ${number}`}
      group by 1, 2, 3, 4, 5),
    responses as (
      select measure, number, task_id, string_agg(own || ' ' || other || ' ' || times, ',' order by own, other) pairs
      from met group by 1, 2, 3)
    select r.measure, r.number, r.pairs, count(*)::int "responses",
           to_char(date_trunc('week', n.submitted_at at time zone 'UTC'), 'YYYY-MM-DD') "week"
    from responses r join tasks t on t.id = r.task_id
    join annotator_numbers p on p.project_id = t.project_id and p.number = r.number
    join annotations n on n.task_id = r.task_id and n.user_id = p.user_id and n.round = 1
    group by r.measure, r.number, r.pairs, week order by r.measure, r.number, week, r.pairs`
}
