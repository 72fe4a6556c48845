/** The rows of a receipt, a batch at a time and never all at once. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import { cursorRows } from '@/lib/platform/server/streams/cursor-rows'
import { sliceValue } from '@/lib/quality/agreement/ledger/slices'
import { COUNTED, DISCARDED } from '@/lib/quality/agreement/ledger/version'
import { sliceKinds } from '@/lib/workspace/items/contract'
import type { Cell, Selection, Use } from './receipt'

/** What the rows are of. */
export interface Matrix {
  stageId: string
  /** Of the measure or comparison. */
  key: string
  selection: Selection
  /** Only tasks noted in answer_reads for them are shown. */
  readerId: string
}

interface Place {
  item: number
  externalId: string | null
  unit: string | null
  /** By the kinds of slices. */
  slices: Record<string, string | null>
}

const PLACE_COLUMNS = ['item', 'externalId', 'unit', ...sliceKinds, 'use'] as const
const SUMS = ['first', 'second'] as const

export const measureColumns = (raters: readonly string[]): string[] => [...PLACE_COLUMNS, ...raters]
export const comparisonColumns = (sums: number): string[] => [
  ...PLACE_COLUMNS.filter((column) => column !== 'arm'),
  ...SUMS,
  ...Array.from({ length: sums }, (_, index) => `sum ${index + 1}`),
]

const SLICES = Prisma.sql`jsonb_build_object(${Prisma.join(
  sliceKinds.filter((kind) => kind !== 'arm').map((kind) => Prisma.sql`${kind}::text, ${sliceValue(kind)}`),
)})`
const ARM = Prisma.sql`jsonb_build_object('arm', ${sliceValue('arm')})`

const readBy = ({ readerId }: Matrix) =>
  Prisma.sql`exists (select 1 from answer_reads x where x.task_id = t.id and x.user_id = ${readerId}::uuid)`

interface RatedRow extends Place {
  raters: number[]
  codes: number[]
  further: Record<string, number> | null
}

/** A row for every rated unit of the measure, in the order of items, and one for every task that was left out. */
export async function* measureRows(
  matrix: Matrix,
  raters: readonly string[],
  categories: readonly string[],
): AsyncGenerator<Cell[][]> {
  const { stageId, key } = matrix
  const rated = Prisma.sql`
    select t.position item, i.external_id "externalId", u.unit_key unit, ${SLICES} || ${ARM} slices, u.raters, u.codes,
      (select jsonb_object_agg(f.rater, f.code) from further_ratings f
       where f.task_id = u.task_id and f.measure = u.measure and f.unit_key = u.unit_key) further
    from rated_units u join tasks t on t.id = u.task_id
    join rated_tasks r on r.task_id = u.task_id join items i on i.id = t.item_id
    where u.stage_id = ${stageId}::uuid and u.measure = ${key} and ${COUNTED} and ${readBy(matrix)}
    order by t.position, u.unit_key`
  for await (const batch of cursorRows<RatedRow>(rated.text, rated.values))
    yield batch.map((row) => {
      const codes = new Map(row.raters.map((number, index) => [`a${number}`, row.codes[index]]))
      for (const [rater, code] of Object.entries(row.further ?? {})) codes.set(rater, code)
      const cells = raters.map((rater): Cell => categories[codes.get(rater) ?? -1] ?? null)
      return [...placeCells(row, useOf(row, codes, matrix.selection)), ...cells]
    })
  yield* leftOut(matrix, raters.length, placeCells)
}

interface ComparedRow extends Place {
  first: number
  second: number
  sums: number[]
}

/** A row for every unit and pair of annotators compared, and one for every task that was left out. */
export async function* comparisonRows(matrix: Matrix, sums: number): AsyncGenerator<Cell[][]> {
  const compared = Prisma.sql`
    select t.position item, i.external_id "externalId", c.unit_key unit, ${SLICES} slices, c.first, c.second, c.sums
    from compared_units c join tasks t on t.id = c.task_id
    join rated_tasks r on r.task_id = c.task_id join items i on i.id = t.item_id
    where c.stage_id = ${matrix.stageId}::uuid and c.comparison = ${matrix.key} and ${COUNTED}
      and ${readBy(matrix)}
    order by t.position, c.unit_key, c.first, c.second`
  for await (const batch of cursorRows<ComparedRow>(compared.text, compared.values))
    yield batch.map((row) => [...comparedPlace(row, 'used'), `a${row.first}`, `a${row.second}`, ...row.sums])
  yield* leftOut(matrix, SUMS.length + sums, comparedPlace)
}

function useOf({ slices, raters }: RatedRow, given: ReadonlyMap<string, unknown>, { by, slice, pair }: Selection): Use {
  if (by !== null && (slices[by] ?? null) !== slice) return 'not in slice'
  if (pair) return pair.every((rater) => given.has(rater)) ? 'used' : 'not rated by both'
  return raters.length > 1 ? 'used' : 'single rating'
}

type PlaceCells = (place: Place, use: Use) => Cell[]
const placeCells: PlaceCells = ({ item, externalId, unit, slices }, use) => [
  ...[item, externalId, unit],
  ...sliceKinds.map((kind) => slices[kind] ?? null),
  use,
]
const comparedPlace: PlaceCells = (place, use) =>
  placeCells(place, use).filter((_, index) => PLACE_COLUMNS[index] !== 'arm')

/** Whole tasks that nothing is counted of: they have no unit here, and no ratings. */
async function* leftOut({ stageId }: Matrix, cells: number, place: PlaceCells): AsyncGenerator<Cell[][]> {
  const tasks = Prisma.sql`
    select t.position item, i.external_id "externalId", null unit, ${SLICES} slices,
      case when ${DISCARDED} then 'discarded' when r.not_independent > 0 then 'not independent'
           else 'no independent annotation' end use
    from tasks t join items i on i.id = t.item_id left join rated_tasks r on r.task_id = t.id
    where t.stage_id = ${stageId}::uuid
      and (${DISCARDED} or (${COUNTED} and (r.not_independent > 0 or r.annotations = 0)))
    order by t.position`
  const empty = Array.from({ length: cells }, (): Cell => null)
  for await (const batch of cursorRows<Place & { use: Use }>(tasks.text, tasks.values))
    yield batch.map((row) => [...place(row, row.use), ...empty])
}
