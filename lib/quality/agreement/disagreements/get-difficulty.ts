import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { type Tx, transaction } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { MIN_UNITS } from '@/lib/quality/agreement/contract'
import { COUNTED } from '@/lib/quality/agreement/ledger/version'
import { BANDS, DIFFICULTY_PAGE_SIZE, type Difficulty, type DifficultyQuery } from './contract'
import { openStage } from './open-stage'
import { Z } from './rules'

interface Row {
  itemId: string
  taskId: string
  position: number
  title: string
  domain: string | null
  units: number
  pairs: number
  differing: number
}
interface Band {
  band: number
  items: number
  pairs: number
  differing: number
}

/** The items of a stage, the hardest first; viewers learn how many there are of each band only. */
export function getDifficulty(
  actor: Actor,
  projectId: string,
  stage: string,
  query: DifficultyQuery,
): Promise<Difficulty> {
  return transaction(async (tx) => {
    const { head, at } = await openStage(tx, actor, projectId, stage)
    const { measures } = at.stage
    if (query.measure !== undefined && !measures.some(({ key }) => key === query.measure))
      throw new AppError('invalid_request', 'There is no such measure.')
    const { bands, items: listed } = await readRanking(tx, at.id, query, head.showsItems)
    const items = listed?.map((row) => ({ ...row, share: row.units < MIN_UNITS ? null : row.differing / row.pairs }))
    const counts = BANDS.map((_, index) => bands.find(({ band }) => band === index)?.items ?? 0)
    const sum = (of: 'pairs' | 'differing') => bands.reduce((total, each) => total + each[of], 0)
    const { measure = null, order, band = null, page } = query
    return {
      ...head,
      measures: measures.map(({ key, title, unitOfAnalysis }) => ({ key, title, unitOfAnalysis })),
      query: { measure, order, band, page },
      bands: counts,
      pairs: sum('pairs'),
      differing: sum('differing'),
      total: band === null ? counts.reduce((total, count) => total + count, 0) : (counts[band] ?? 0),
      items: items ?? null,
    }
  })
}

const BAND = Prisma.raw(`ceil(share * ${BANDS.length - 1})::int`)

/** Wilson's lower limit (rules.ts), with the units for the number of decisions: pairs of one unit are not independent. */
const LOWER = Prisma.raw(`
  (share + ${Z * Z} / (2 * units) - ${Z} * sqrt(share * (1 - share) / units + ${Z * Z} / (4 * units::float8 * units)))
  / (1 + ${Z * Z} / units)`)

/**
 * The bands, and one page of items where they may be known. There are few different lists of codes, however many units;
 * their pairs are worked out once.
 */
async function readRanking(
  tx: Tx,
  stageId: string,
  query: DifficultyQuery,
  showsItems: boolean,
): Promise<{ bands: Band[]; items: Row[] | null }> {
  const ofMeasure = query.measure === undefined ? Prisma.empty : Prisma.sql`and r.measure = ${query.measure}`
  const inBand = query.band === undefined ? Prisma.empty : Prisma.sql`where ${BAND} = ${query.band}`
  const rank = query.order === 'share' ? Prisma.sql`share` : LOWER
  const [read] = await tx.$queryRaw<{ bands: Band[] | null; items: Row[] | null }[]>`
    with pattern as materialized (
      select p.codes, cardinality(p.codes) * (cardinality(p.codes) - 1) / 2 pairs,
             (select coalesce(sum(c.n * (c.n - 1) / 2), 0)::int from (select count(*) n from unnest(p.codes) code group by code) c) alike
      from (select distinct r.codes from rated_units r
            where r.stage_id = ${stageId}::uuid and cardinality(r.codes) > 1 ${ofMeasure}) p
    ), item as (
      select r.task_id, count(*)::int units, sum(p.pairs)::int pairs, sum(p.pairs - p.alike)::int differing
      from rated_units r join pattern p using (codes)
      where r.stage_id = ${stageId}::uuid ${ofMeasure} group by 1
    ), counted as materialized (
      select item.*, i.id "itemId", i.position, i.title, i.domain, item.differing::float8 / item.pairs share
      from item join tasks t on t.id = item.task_id join items i on i.id = t.item_id
      where ${COUNTED}
    ), page as (
      select "itemId", task_id "taskId", position, title, domain, units, pairs, differing,
             row_number() over (order by ${rank} desc, position) place
      from counted ${inBand} order by place
      limit ${showsItems ? DIFFICULTY_PAGE_SIZE : 0} offset ${(query.page - 1) * DIFFICULTY_PAGE_SIZE}
    )
    select (select json_agg(b) from (select ${BAND} band, count(*)::int items, sum(pairs)::int pairs,
                                            sum(differing)::int differing from counted group by 1) b) bands,
           (select json_agg(p order by p.place) from page p) items`
  const items = (read?.items ?? []).map(({ itemId, taskId, position, title, domain, units, pairs, differing }) => ({
    itemId,
    taskId,
    position,
    title,
    domain,
    units,
    pairs,
    differing,
  }))
  return { bands: read?.bands ?? [], items: showsItems ? items : null }
}
