/** Comparisons of lists and texts, added up by the database. */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import { COUNTED } from './version'

export interface ComparisonOf {
  stageId: string
  /** The comparison's key. */
  comparison: string
}

export interface Compared {
  units: number
  /** Pairs of annotators' answers to a unit. */
  pairs: number
  /** The sums of each response that has any, in the order of items. */
  responses: number[][]
}

/** A comparison over every pair of annotators. */
export async function readCompared(tx: Tx, of: ComparisonOf): Promise<Compared> {
  const rows = await tx.$queryRaw<{ units: number; pairs: number; sums: number[] }[]>`
    with chosen as (
      select c.task_id, t.position, c.unit_key, c.first, c.second, c.sums
      from compared_units c join tasks t on t.id = c.task_id
      where c.stage_id = ${of.stageId}::uuid and c.comparison = ${of.comparison} and ${COUNTED})
    select counts.units, counts.pairs, added.sums
    from (select task_id, position, count(distinct unit_key)::int units, count(*)::int pairs
          from chosen group by task_id, position) counts
    join (select task_id, array_agg(total order by at) sums
          from (select task_id, at, sum(value) total
                from chosen cross join lateral unnest(sums) with ordinality s(value, at) group by task_id, at) totals
          group by task_id) added using (task_id)
    order by counts.position`
  return {
    units: rows.reduce((sum, { units }) => sum + units, 0),
    pairs: rows.reduce((sum, { pairs }) => sum + pairs, 0),
    responses: rows.map(({ sums }) => sums),
  }
}
