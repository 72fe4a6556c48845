import 'server-only'
import type { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import type { Protocol } from '@/lib/protocols/protocol'
import type { DecidedTwice } from './figures'

/** With where it stands and who decided. */
export interface DecidedPlace extends DecidedTwice {
  itemId: string
  position: number
  title: string
  unit: string
  firstBy: string | null
  secondBy: string
}

/**
 * Every question that one of the two settled by hand, in tasks that the second person settled, with the value that each ended with;
 * in the order of items. Without wordings, which two people rarely put alike.
 */
export async function readDecided(tx: Tx, projectId: string, protocol: Protocol): Promise<DecidedPlace[]> {
  const places = await tx.$queryRaw<DecidedPlace[]>`
    with places as (
      select d.copy_id, d.original_id, u.key "unit", r.question,
             min(r.resolved_by_id::text) filter (where r.task_id = d.original_id) "by"
      from second_adjudications d
      join resolutions r on r.task_id in (d.original_id, d.copy_id) and r.round = d.round and r.how in ('lane', 'edited')
      join units u on u.id = r.unit_id
      where d.project_id = ${projectId}::uuid and d.outcome = 'settled'
      group by d.copy_id, d.original_id, u.key, r.question)
    select w.original_id "taskId", o.item_id "itemId", o.position, i.title, s.key "stage", w."unit", w.question,
           g.answers -> w."unit" -> w.question "first", d.answers -> w."unit" -> w.question "second",
           w."by" "firstBy", d.decided_by_id::text "secondBy"
    from places w join second_adjudications d on d.copy_id = w.copy_id
    join golds g on g.id = d.gold_id
    join tasks o on o.id = d.original_id join items i on i.id = o.item_id join stages s on s.id = o.stage_id
    order by o.position, s.position, o.id, w."unit", w.question`
  const isDecided = ({ stage, question }: DecidedPlace) =>
    protocol.stages
      .find(({ key }) => key === stage)
      ?.questions.some(({ key, consolidate }) => key === question && consolidate === 'decide')
  return places
    .filter(isDecided)
    .map((place) => ({ ...place, first: place.first ?? null, second: place.second ?? null }))
}

/** How many first decisions there are, and what became of those that were drawn. */
export interface SecondCounts {
  drawn: number
  settled: number
  discarded: number
  sentBack: number
  waiting: number
  forNobody: number
  lapsed: number
}

export async function countSeconds(
  tx: Tx,
  projectId: string,
  { stands, anybody }: { stands: Prisma.Sql; anybody: Prisma.Sql },
): Promise<SecondCounts> {
  const [counts] = await tx.$queryRaw<SecondCounts[]>`
    select count(*)::int "drawn",
           (count(*) filter (where d.outcome = 'settled'))::int "settled",
           (count(*) filter (where d.outcome = 'discarded'))::int "discarded",
           (count(*) filter (where d.outcome = 'sent_back'))::int "sentBack",
           (count(*) filter (where d.outcome is null and ${stands}))::int "waiting",
           (count(*) filter (where d.outcome is null and ${stands} and not ${anybody}))::int "forNobody",
           (count(*) filter (where d.outcome is null and not ${stands}))::int "lapsed"
    from second_adjudications d where d.project_id = ${projectId}::uuid`
  return counts ?? { drawn: 0, settled: 0, discarded: 0, sentBack: 0, waiting: 0, forNobody: 0, lapsed: 0 }
}
