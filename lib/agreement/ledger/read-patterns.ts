/**
 * How units were rated, counted by the database: units rated alike by the same annotators are one pattern. Whoever reads
 * has called `refreshRatings` before, in the same transaction.
 */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { SliceKind } from '@/lib/agreement/contract'
import type { Tx } from '@/lib/server/db'
import { type Slice, sliceCondition, sliceValue } from './slices'
import { REVEALED } from './version'

export interface MeasureOf {
  stageId: string
  /** The measure's key. */
  measure: string
}

/** Annotators' numbers in ascending order, and the indexes of the categories that they gave. */
export interface Pattern {
  raters: number[]
  codes: number[]
}

export interface CountedPattern extends Pattern {
  units: number
}

export interface SlicedPattern extends CountedPattern {
  /** null: no such value, or mixed; always null where no slices were asked for. */
  slice: string | null
}

/** The patterns of a measure with the number of units that have each; by slice where asked. */
export function readPatterns(tx: Tx, of: MeasureOf, by?: SliceKind): Promise<SlicedPattern[]> {
  const slice = by ? sliceValue(by) : Prisma.sql`null::text`
  return tx.$queryRaw<SlicedPattern[]>`
    select ${slice} slice, u.raters, u.codes, count(*)::int units
    from rated_units u join tasks t on t.id = u.task_id
    join rated_tasks r on r.task_id = u.task_id join items i on i.id = t.item_id
    where u.stage_id = ${of.stageId}::uuid and u.measure = ${of.measure} and t.state in ${REVEALED}
    group by 1, 2, 3 order by 1, 2, 3`
}

/** The responses of a measure: bootstrap intervals draw them whole. */
export interface Clusters {
  patterns: Pattern[]
  /** The different responses: how many units of each have which pattern, as pairs with patterns in ascending order. */
  types: (readonly [pattern: number, units: number])[][]
  /** The type of every response, in the order of items: indexes of `types`. */
  typeOf: number[]
}

/** The responses of a measure, or of a slice of it. */
export async function readClusters(tx: Tx, of: MeasureOf, slice?: Slice): Promise<Clusters> {
  const rows = await tx.$queryRaw<{ rows: [raters: number[], codes: number[]][] }[]>`
    select json_agg(json_build_array(u.raters, u.codes)) "rows"
    from rated_units u join tasks t on t.id = u.task_id
    join rated_tasks r on r.task_id = u.task_id join items i on i.id = t.item_id
    where u.stage_id = ${of.stageId}::uuid and u.measure = ${of.measure} and t.state in ${REVEALED}
      ${slice ? Prisma.sql`and ${sliceCondition(slice)}` : Prisma.empty}
    group by t.id, t.position order by t.position`
  return foldClusters(rows.map((row) => row.rows.map(([raters, codes]) => ({ raters, codes }))))
}

/** Responses given as the patterns of their units, folded. */
export function foldClusters(responses: readonly (readonly Pattern[])[]): Clusters {
  const patterns: Pattern[] = []
  const types: Clusters['types'] = []
  const patternOf = new Map<string, number>()
  const typeOfKey = new Map<string, number>()
  const typeOf = responses.map((units) => {
    const amounts = new Map<number, number>()
    for (const { raters, codes } of units) {
      const pattern = indexIn(patternOf, `${raters} ${codes}`, () => patterns.push({ raters, codes }))
      amounts.set(pattern, (amounts.get(pattern) ?? 0) + 1)
    }
    const type = [...amounts].sort(([a], [b]) => a - b)
    return indexIn(typeOfKey, type.join(';'), () => types.push(type))
  })
  return { patterns, types, typeOf }
}

/** The index of a key; `add` is called for a new one and returns how many there are then. */
function indexIn(known: Map<string, number>, key: string, add: () => number): number {
  const index = known.get(key)
  if (index !== undefined) return index
  const fresh = add() - 1
  known.set(key, fresh)
  return fresh
}
