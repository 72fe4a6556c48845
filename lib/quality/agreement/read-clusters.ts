/** The responses of a measure with annotators, gold and models side by side, for every pair of raters. */
import 'server-only'
import type { Tx } from '@/lib/platform/server/db'
import type { Clusters } from './clusters'
import { foldClusters, type MeasureOf, readClusters } from './ledger/read-patterns'
import { COUNTED } from './ledger/version'

/** Numbers of references begin here: far above any annotator's, within what the database adds up. */
const FIRST_REFERENCE = 20_001

/** Raters of the measure that are no annotators, `gold` first: keys as in `further_ratings`. */
export async function listReferences(tx: Tx, { stageId, measure }: MeasureOf): Promise<string[]> {
  const rows = await tx.$queryRaw<{ rater: string }[]>`
    select distinct f.rater from further_ratings f
    where f.stage_id = ${stageId}::uuid and f.measure = ${measure} and f.rater not like 'after:%' order by f.rater`
  return rows.map(({ rater }) => rater)
}

export const isReference = (number: number): boolean => number >= FIRST_REFERENCE

/** Whoever has this number: an annotator, or one of the references. */
export const keyOfNumber = (number: number, references: readonly string[]): string =>
  number < FIRST_REFERENCE ? `a${number}` : (references[number - FIRST_REFERENCE] ?? '')

/** The responses, every unit with the references' ratings behind the annotators', numbered in their order. */
export async function readAllClusters(tx: Tx, of: MeasureOf, references: readonly string[]): Promise<Clusters> {
  if (references.length === 0) return readClusters(tx, of)
  const rows = await tx.$queryRaw<{ rows: [raters: number[], codes: number[]][] }[]>`
    with listed as (
      select rater, (${FIRST_REFERENCE - 1} + place)::smallint number
      from unnest(${[...references]}::text[]) with ordinality l(rater, place)),
    further as (
      select f.task_id, f.unit_key, array_agg(l.number order by l.number) raters, array_agg(f.code order by l.number) codes
      from further_ratings f join listed l on l.rater = f.rater
      where f.stage_id = ${of.stageId}::uuid and f.measure = ${of.measure} group by 1, 2)
    select json_agg(json_build_array(u.raters || f.raters, u.codes || f.codes)) "rows"
    from rated_units u join tasks t on t.id = u.task_id
    left join further f on f.task_id = u.task_id and f.unit_key = u.unit_key
    where u.stage_id = ${of.stageId}::uuid and u.measure = ${of.measure} and ${COUNTED}
    group by t.id, t.position order by t.position`
  return foldClusters(rows.map((row) => row.rows.map(([raters, codes]) => ({ raters, codes }))))
}
