import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { MIN_UNITS } from '@/lib/agreement/contract'
import type { Actor } from '@/lib/policy/actor'
import { type Tx, transaction } from '@/lib/server/db'
import { AppError } from '@/lib/server/errors'
import { BANDS, DIFFICULTY_PAGE_SIZE, type Difficulty, type DifficultyQuery } from './contract'
import { COUNTED, openStage } from './open-stage'
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
    const source = itemsSql(at.id, query.measure)
    const bands = await readBands(tx, source)
    const items = head.showsItems ? await readItems(tx, source, query) : null
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
      items,
    }
  })
}

/**
 * One row an item with the pairs of ratings of its units. Codes are folded first: there are few different ones, however
 * many units.
 */
function itemsSql(stageId: string, measure: string | undefined): Prisma.Sql {
  const ofMeasure = measure === undefined ? Prisma.empty : Prisma.sql`and r.measure = ${measure}`
  return Prisma.sql`
    with folded as (
      select r.task_id, r.codes, count(*) n from rated_units r
      where r.stage_id = ${stageId}::uuid and cardinality(r.codes) > 1 ${ofMeasure}
      group by 1, 2
    ), pattern as materialized (
      select p.codes, cardinality(p.codes) * (cardinality(p.codes) - 1) / 2 pairs,
             (select coalesce(sum(c.n * (c.n - 1) / 2), 0) from (select count(*) n from unnest(p.codes) code group by code) c) alike
      from (select distinct codes from folded) p
    ), item as (
      select f.task_id, sum(f.n)::int units, sum(f.n * p.pairs)::int pairs, sum(f.n * (p.pairs - p.alike))::int differing
      from folded f join pattern p using (codes)
      group by 1
    ), counted as (
      select item.*, i.id item_id, i.position, i.title, i.domain, item.differing::float8 / item.pairs share
      from item join tasks t on t.id = item.task_id join items i on i.id = t.item_id
      where ${COUNTED}
    )`
}

const BAND = Prisma.raw(`ceil(share * ${BANDS.length - 1})::int`)

const readBands = (tx: Tx, source: Prisma.Sql) => tx.$queryRaw<Band[]>`
  ${source}
  select ${BAND} band, count(*)::int items, sum(pairs)::int pairs, sum(differing)::int differing
  from counted group by 1`

/** Wilson's lower limit (rules.ts), with the units for the number of decisions: pairs of one unit are not independent. */
const LOWER = Prisma.raw(`
  (share + ${Z * Z} / (2 * units) - ${Z} * sqrt(share * (1 - share) / units + ${Z * Z} / (4 * units::float8 * units)))
  / (1 + ${Z * Z} / units)`)

async function readItems(tx: Tx, source: Prisma.Sql, query: DifficultyQuery): Promise<Difficulty['items']> {
  const inBand = query.band === undefined ? Prisma.empty : Prisma.sql`where ${BAND} = ${query.band}`
  const rows = await tx.$queryRaw<Row[]>`
    ${source}
    select item_id "itemId", task_id "taskId", position, title, domain, units, pairs, differing
    from counted ${inBand}
    order by ${query.order === 'share' ? Prisma.sql`share` : LOWER} desc, position
    limit ${DIFFICULTY_PAGE_SIZE} offset ${(query.page - 1) * DIFFICULTY_PAGE_SIZE}`
  return rows.map((row) => ({ ...row, share: row.units < MIN_UNITS ? null : row.differing / row.pairs }))
}
