/** Every two raters of a measure, annotators, gold and models side by side, counted once for each version of the data. */
import 'server-only'
import { z } from 'zod'
import type { Tx } from '@/lib/platform/server/db'
import type { Measure } from '@/lib/protocols/protocol'
import { type MeasureOf, readClusters } from '@/lib/quality/agreement/ledger/read-counts'
import { keptOfOneMoment } from './ledger/kept-figures'
import { REFERENCE_CODE, WITHOUT_OWN } from './ledger/read-references'
import { readLedger } from './ledger/refresh-ratings'
import { COUNTED } from './ledger/version'
import type { OpenFigures, OpenStage } from './open-figures'
import { type Clusters, countPairs, foldClusters } from './samples'

const pairSetSchema = z.object({
  /** `gold` and runs, as in `further_ratings`. */
  references: z.array(z.string()),
  pairs: z.array(
    z.object({
      first: z.string(),
      second: z.string(),
      isReference: z.boolean(),
      confusion: z.array(z.array(z.number())),
      responses: z.number(),
    }),
  ),
})
export type PairSet = z.infer<typeof pairSetSchema>

/** Annotators with each other and with gold and models. Call it outside of transactions. */
export async function findPairs(
  { project, ledger }: Pick<OpenFigures, 'project' | 'ledger'>,
  { id: stageId, key }: OpenStage,
  measure: Measure,
): Promise<PairSet> {
  const keptKey = {
    projectId: project.id,
    key: `pairs ${JSON.stringify([key, measure.key])}`,
    version: ledger.version,
  }
  const read = async (tx: Tx) => ({
    version: (await readLedger(tx, project.id)).version,
    rows: await readRaters(tx, { stageId, measure: measure.key }),
  })
  const { body } = await keptOfOneMoment(keptKey, pairSetSchema, read, async ({ references, clusters }) => {
    const pairs = countPairs(measure.categories.length, clusters, areCompared)
    return {
      references,
      pairs: pairs.map(({ numbers: [first, second], confusion, responses }) => ({
        first: keyOfNumber(first, references),
        second: keyOfNumber(second, references),
        isReference: isReference(second),
        confusion,
        responses,
      })),
    }
  })
  return body
}

/** The responses with everybody's ratings, and who the references are. */
export async function readRaters(tx: Tx, of: MeasureOf): Promise<{ references: string[]; clusters: Clusters }> {
  const references = await listReferences(tx, of)
  return { references, clusters: await readAllClusters(tx, of, references) }
}

/** Numbers of references begin here: far above any annotator's, within what the database adds up. */
const FIRST_REFERENCE = 20_001
/** Gold has a number for each annotator, since it is told without their own answers: this and the annotator's. */
const GOLD_FOR = 10_000

/** Raters of the measure that are no annotators, `gold` first: keys as in `further_ratings`. */
export async function listReferences(tx: Tx, { stageId, measure }: MeasureOf): Promise<string[]> {
  const rows = await tx.$queryRaw<{ rater: string }[]>`
    select distinct f.rater from further_ratings f
    where f.stage_id = ${stageId}::uuid and f.measure = ${measure} and (f.rater = 'gold' or f.rater like 'run:%') order by f.rater`
  return rows.map(({ rater }) => rater)
}

const isReference = (number: number): boolean => number > GOLD_FOR

/** Annotators with each other, with models, and with gold as it is without their own answers. */
export const areCompared = (first: number, second: number): boolean =>
  !isReference(first) && (!isReference(second) || second >= FIRST_REFERENCE || second === GOLD_FOR + first)

/** Whoever has this number: an annotator, or one of the references. */
export const keyOfNumber = (number: number, references: readonly string[]): string =>
  isReference(number)
    ? number < FIRST_REFERENCE
      ? 'gold'
      : (references[number - FIRST_REFERENCE] ?? '')
    : `a${number}`

/** The responses, every unit with gold's and the models' ratings behind the annotators', numbered in their order. */
async function readAllClusters(tx: Tx, of: MeasureOf, references: readonly string[]): Promise<Clusters> {
  if (references.length === 0) return readClusters(tx, of)
  const rows = await tx.$queryRaw<{ rows: [raters: number[], codes: number[]][] }[]>`
    with listed as (
      select rater, (${FIRST_REFERENCE - 1} + place)::smallint number
      from unnest(${[...references]}::text[]) with ordinality l(rater, place)),
    further as (
      select f.task_id, f.unit_key, array_agg(l.number order by l.number) raters, array_agg(f.code order by l.number) codes
      from further_ratings f join listed l on l.rater = f.rater
      where f.stage_id = ${of.stageId}::uuid and f.measure = ${of.measure} and f.rater <> 'gold' group by 1, 2),
    golds as (
      select u.task_id, u.unit_key, array_agg((${GOLD_FOR} + a.number)::smallint order by a.number) raters,
             array_agg(${REFERENCE_CODE} order by a.number) codes
      from rated_units u
      join further_ratings f on f.task_id = u.task_id and f.measure = u.measure and f.unit_key = u.unit_key and f.rater = 'gold'
      cross join lateral unnest(u.raters) a(number) ${WITHOUT_OWN}
      where u.stage_id = ${of.stageId}::uuid and u.measure = ${of.measure} and ${REFERENCE_CODE} >= 0 group by 1, 2)
    select json_agg(json_build_array(u.raters || g.raters || f.raters, u.codes || g.codes || f.codes)) "rows"
    from rated_units u join tasks t on t.id = u.task_id
    left join golds g on g.task_id = u.task_id and g.unit_key = u.unit_key
    left join further f on f.task_id = u.task_id and f.unit_key = u.unit_key
    where u.stage_id = ${of.stageId}::uuid and u.measure = ${of.measure} and ${COUNTED}
    group by t.id, t.position order by t.position`
  return foldClusters(rows.map((row) => row.rows.map(([raters, codes]) => ({ raters, codes }))))
}
