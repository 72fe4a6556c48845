/** Which tasks of a stage were rated most differently. */
import 'server-only'
import { z } from 'zod'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { COUNTED } from '@/lib/quality/agreement/ledger/version'
import { BANDS, DIFFICULTY_PAGE_SIZE, type DifficultyQuery } from './contract'
import { Z } from './rules'

const count = z.number().int()

/** The bands that anything is in, and one page of tasks, the hardest first. */
export const rankingSchema = z.object({
  bands: z.array(z.object({ band: count, items: count, pairs: count, differing: count })),
  page: z.array(
    z.object({ itemId: z.string(), taskId: z.string(), position: count, units: count, pairs: count, differing: count }),
  ),
})
export type Ranking = z.infer<typeof rankingSchema>

const BAND = Prisma.raw(`ceil(share * ${BANDS.length - 1})::int`)

/** Wilson's lower limit (rules.ts), with the units for the number of decisions: pairs of one unit are not independent. */
const LOWER = Prisma.raw(`
  (share + ${Z * Z} / (2 * units) - ${Z} * sqrt(share * (1 - share) / units + ${Z * Z} / (4 * units::float8 * units)))
  / (1 + ${Z * Z} / units)`)

/**
 * The pairs of each pattern are worked out once, then those of each text of patterns, since many responses are rated alike: what is read
 * for each task is a row a measure. Titles are left to who shows the page.
 */
export async function readRanking(tx: Tx, stageId: string, query: DifficultyQuery): Promise<Ranking> {
  const ofMeasure = query.measure === undefined ? Prisma.empty : Prisma.sql`and measure = ${query.measure}`
  const inBand = query.band === undefined ? Prisma.empty : Prisma.sql`where ${BAND} = ${query.band}`
  const ofDomain = query.domain === undefined ? Prisma.empty : Prisma.sql`and i.shown_domain = ${query.domain}`
  const ofTag = query.tag === undefined ? Prisma.empty : Prisma.sql`and i.tags @> array[${query.tag}]::text[]`
  const isFiltered = query.domain !== undefined || query.tag !== undefined
  const items = isFiltered ? Prisma.sql`join items i on i.id = t.item_id` : Prisma.empty
  const rank = query.order === 'share' ? Prisma.sql`share` : LOWER
  // All tasks of the stage are counted in memory.
  await tx.$queryRaw`select set_config('work_mem', '64MB', true)`
  const [read] = await tx.$queryRaw<{ bands: Ranking['bands'] | null; page: Ranking['page'] | null }[]>`
    with pattern as materialized (
      select p.pattern, cardinality(p.codes) * (cardinality(p.codes) - 1) / 2 pairs,
             (select coalesce(sum(c.n * (c.n - 1) / 2), 0)::int from (select count(*) n from unnest(p.codes) code group by code) c) alike
      from (select distinct pattern, string_to_array(split_part(pattern, ':', 2), ',')::smallint[] codes
            from rated_patterns where stage_id = ${stageId}::uuid ${ofMeasure}) p
      where cardinality(p.codes) > 1
    ), response as materialized (
      select task_id, patterns from rated_responses where stage_id = ${stageId}::uuid ${ofMeasure}
    ), folded as materialized (
      select r.patterns, count(*) units, sum(p.pairs) pairs, sum(p.pairs - p.alike) differing
      from (select distinct patterns from response) r cross join unnest(string_to_array(r.patterns, ' ')) word
      join pattern p on p.pattern = word group by 1
    ), item as (
      select task_id, sum(units)::int units, sum(pairs)::int pairs, sum(differing)::int differing
      from response join folded using (patterns) group by 1
    ), counted as materialized (
      select item.*, t.item_id, t.position, item.differing::float8 / item.pairs share
      from item join tasks t on t.id = item.task_id ${items}
      where ${COUNTED} ${ofDomain} ${ofTag}
    ), page as materialized (
      select item_id "itemId", task_id "taskId", position, units, pairs, differing, ${rank} rank
      from counted ${inBand} order by rank desc, position
      limit ${DIFFICULTY_PAGE_SIZE} offset ${(query.page - 1) * DIFFICULTY_PAGE_SIZE}
    )
    select (select json_agg(b) from (select ${BAND} band, count(*)::int items, sum(pairs)::int pairs,
                                            sum(differing)::int differing from counted group by 1) b) bands,
           (select json_agg(to_jsonb(p) - 'rank' order by p.rank desc, p.position) from page p) page`
  return { bands: read?.bands ?? [], page: read?.page ?? [] }
}
