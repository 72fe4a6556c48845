/** One page of units, in the order that somebody asks for. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import type { MeasureOf } from '@/lib/quality/agreement/ledger/read-counts'
import { COUNTED } from '@/lib/quality/agreement/ledger/version'
import { type Distributions, PAGE_UNITS } from './contract'

export type AskedUnits = Pick<Distributions, 'order' | 'page'>

export interface UnitRow {
  position: number
  itemId: string
  unit: string
  /** How many annotators could have rated it. */
  asked: number
  raters: number[]
  codes: number[]
  /** What its gold says. */
  gold: number | null
}

/** Of the codes of a pattern `p`, rounded so that the same counts give the same number in whichever order they are added. */
const ENTROPY = Prisma.sql`(
  select round(-sum(g.n / cardinality(p.codes)::numeric * ln(g.n / cardinality(p.codes)::numeric)), 12)
  from (select count(*)::numeric n from unnest(p.codes) c(code) group by c.code) g)`

/**
 * `patternTexts`: only units of these patterns; null: all. There are few patterns, however many units: what a unit is chosen and ordered by is
 * worked out of each pattern once, and what else is told of a unit is looked up for those of the page alone.
 */
export async function readUnits(
  tx: Tx,
  { stageId, measure }: MeasureOf,
  { order, page }: AskedUnits,
  patternTexts: readonly string[] | null,
): Promise<UnitRow[]> {
  const only = patternTexts === null ? Prisma.empty : Prisma.sql`and pattern = any(${[...patternTexts]}::text[])`
  const first = order === 'entropy' ? Prisma.sql`entropy desc,` : Prisma.empty
  const isByPattern = order === 'entropy' || patternTexts !== null
  const patterns = isByPattern ? Prisma.sql`join pattern p using (raters, codes)` : Prisma.empty
  const entropy = order === 'entropy' ? Prisma.sql`, p.entropy` : Prisma.empty
  // Units before a late page are sorted in memory.
  await tx.$queryRaw`select set_config('work_mem', '64MB', true)`
  return tx.$queryRaw<UnitRow[]>`
    with pattern as materialized (
      select p.raters, p.codes, ${order === 'entropy' ? ENTROPY : Prisma.sql`null::numeric`} entropy
      from (select string_to_array(split_part(pattern, ':', 1), ',')::smallint[] raters,
                   string_to_array(split_part(pattern, ':', 2), ',')::smallint[] codes
            from rated_patterns where stage_id = ${stageId}::uuid and measure = ${measure} ${only}) p
    ), page as materialized (
      select u.task_id, u.measure, u.unit_key, u.raters, u.codes, t.position, t.item_id ${entropy}
      from rated_units u ${patterns} join tasks t on t.id = u.task_id
      where u.stage_id = ${stageId}::uuid and u.measure = ${measure} and ${COUNTED}
      order by ${first} t.position, u.unit_key limit ${PAGE_UNITS} offset ${(page - 1) * PAGE_UNITS}
    )
    select page.position, page.item_id "itemId", page.unit_key unit, r.annotations::int "asked", page.raters, page.codes, f.code::int gold
    from page join rated_tasks r on r.task_id = page.task_id
    left join further_ratings f
      on f.task_id = page.task_id and f.measure = page.measure and f.unit_key = page.unit_key and f.rater = 'gold'
    order by ${first} position, unit`
}
