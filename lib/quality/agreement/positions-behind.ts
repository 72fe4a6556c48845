/** The items behind a figure, found by the ratings that it counts. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { protocolById, stageByKey } from '@/lib/protocols'
import type { Measure } from '@/lib/protocols/protocol'
import { REFERENCE_CODE, WITHOUT_OWN } from './ledger/read-references'
import { refreshRatings } from './ledger/refresh-ratings'
import { type Slice, sliceCondition } from './ledger/slices'
import { COUNTED } from './ledger/version'

/** A figure of agreement: the ratings of a measure, of one value or two, of one rater or two, in a slice or in all. */
export interface FigureQuery {
  stage: string
  measure: string
  /** A rating; with `b`, the one that somebody else gave the same unit. */
  a?: string
  b?: string
  /** Keys of raters as on the page, `gold` and `run:<id>` only second; the first gave `a`, the second `b`. */
  raters?: readonly string[]
  slice?: Slice
}

/** The positions of exactly the items that the figure counts. */
export async function positionsBehind(
  tx: Tx,
  project: { id: string; protocolId: string },
  query: FigureQuery,
): Promise<number[]> {
  const row = await tx.stage.findFirst({ where: { projectId: project.id, key: query.stage }, select: { id: true } })
  const { id } = found(row, 'There is no such stage.')
  const stage = stageByKey(protocolById(project.protocolId), query.stage)
  const measure = stage.measures.find(({ key }) => key === query.measure)
  if (!measure) throw new AppError('invalid_request', 'There is no such measure.')
  await refreshRatings(tx, project)
  const rows = await tx.$queryRaw<{ position: number }[]>`
    select distinct t.position
    from rated_units u join tasks t on t.id = u.task_id
    join rated_tasks r on r.task_id = u.task_id join items i on i.id = t.item_id
    where u.stage_id = ${id}::uuid and u.measure = ${measure.key} and ${COUNTED}
      and ${query.slice ? sliceCondition(query.slice) : Prisma.sql`true`} and ${isRated(measure, query)}
    order by t.position`
  return rows.map(({ position }) => position)
}

const RATINGS = Prisma.raw('unnest(u.raters, u.codes)')

/** Was the unit `u` rated as the query says? */
function isRated(measure: Measure, { a, b, raters: [first, second] = [] }: FigureQuery): Prisma.Sql {
  const one = sideOf('x', annotator(first), codeOf(measure, a))
  const other = codeOf(measure, b)
  if (second !== undefined && annotator(second) === undefined)
    return Prisma.sql`exists (
      select 1 from ${RATINGS} x(rater, code) join further_ratings f
        on f.task_id = u.task_id and f.measure = u.measure and f.unit_key = u.unit_key and f.rater = ${second}
      cross join lateral (select x.rater number) a ${WITHOUT_OWN}
      where ${one} and ${REFERENCE_CODE} ${other === undefined ? Prisma.sql`>= 0` : Prisma.sql`= ${other}`})`
  if (second === undefined && other === undefined)
    return Prisma.sql`exists (select 1 from ${RATINGS} x(rater, code) where ${one})`
  return Prisma.sql`exists (
    select 1 from ${RATINGS} x(rater, code), ${RATINGS} y(rater, code)
    where x.rater <> y.rater and ${one} and ${sideOf('y', annotator(second), other)})`
}

/** The number in the key of an annotator; undefined for none, gold and models. */
function annotator(key: string | undefined): number | undefined {
  const [, number] = /^a(\d+)$/.exec(key ?? '') ?? []
  return number === undefined ? undefined : Number(number)
}

/** The index of a value; -1, which nobody gave, where the measure has no such value. */
const codeOf = (measure: Measure, value: string | undefined): number | undefined =>
  value === undefined ? undefined : measure.categories.findIndex((category) => category.value === value)

function sideOf(alias: 'x' | 'y', rater: number | undefined, code: number | undefined): Prisma.Sql {
  const of = (column: 'rater' | 'code', wanted: number | undefined) =>
    wanted === undefined ? Prisma.sql`true` : Prisma.sql`${Prisma.raw(`${alias}.${column}`)} = ${wanted}`
  return Prisma.sql`${of('rater', rater)} and ${of('code', code)}`
}
