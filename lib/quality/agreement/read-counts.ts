/** What figures are made of, counted by the database. Whoever reads has called `openFigures` in the same transaction. */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import type { Comparison } from '@/lib/protocols/protocol'
import type { SliceKind } from '@/lib/workspace/items/contract'
import type { Counts } from './figures'
import { type MeasureOf, readSlices, readStagePatterns } from './ledger/read-patterns'
import { COUNTED, DISCARDED } from './ledger/version'
import { type Clusters, countPatterns } from './samples'

/** The counts of all measures of a stage, by their keys; those that nobody rated are not there. */
export async function readStageCounts(tx: Tx, stageId: string): Promise<Map<string, Counts>> {
  const counted = await readStagePatterns(tx, stageId)
  return new Map(counted.map(({ measure, ...counts }) => [measure, counts]))
}

const countsOf = (clusters: Clusters): Counts => ({
  patterns: countPatterns(clusters),
  responses: clusters.typeOf.length,
})

export interface SliceCounts extends Counts {
  value: string | null
}

/** The counts of a measure by slice, those without a value last. */
export async function readSliceCounts(tx: Tx, of: MeasureOf, by: SliceKind): Promise<SliceCounts[]> {
  const slices = await readSlices(tx, of, by)
  return slices.map(({ slice, clusters }) => ({ value: slice, ...countsOf(clusters) }))
}

export interface ComparisonCounts {
  units: number
  pairs: number
  responses: number
  /** Sums over all pairs of answers. */
  sums: number[]
}

/** The totals of a comparison. */
export async function readComparison(
  tx: Tx,
  stageId: string,
  { key, sums }: Pick<Comparison, 'key' | 'sums'>,
): Promise<ComparisonCounts> {
  const [row] = await tx.$queryRaw<ComparisonCounts[]>`
    select count(distinct (c.task_id, c.unit_key))::int units, count(*)::int pairs,
           count(distinct c.task_id)::int responses, ${totals(sums)} sums
    from compared_units c join tasks t on t.id = c.task_id
    where c.stage_id = ${stageId}::uuid and c.comparison = ${key} and ${COUNTED}`
  return row ?? { units: 0, pairs: 0, responses: 0, sums: Array<number>(sums).fill(0) }
}

/** The sums of each response's pairs of answers, in the order of positions. */
export async function readComparedResponses(
  tx: Tx,
  stageId: string,
  { key, sums }: Pick<Comparison, 'key' | 'sums'>,
): Promise<number[][]> {
  const rows = await tx.$queryRaw<{ sums: number[] }[]>`
    select ${totals(sums)} sums from compared_units c join tasks t on t.id = c.task_id
    where c.stage_id = ${stageId}::uuid and c.comparison = ${key} and ${COUNTED}
    group by t.id, t.position order by t.position`
  return rows.map((row) => row.sums)
}

const totals = (sums: number): Prisma.Sql =>
  Prisma.raw(
    `array[${Array.from({ length: sums }, (_, index) => `coalesce(sum(c.sums[${index + 1}]), 0)`).join(', ')}]::float8[]`,
  )

export interface StageCoverage {
  stageId: string
  counted: number
  singleRated: number
  withoutAnnotation: number
  notIndependent: number
  discarded: number
  /** Being prepared, annotated, or sent back. */
  inProgress: number
}

/** How many tasks of each stage are counted, how many are not, and why. */
export function readCoverage(tx: Tx, projectId: string): Promise<StageCoverage[]> {
  return tx.$queryRaw<StageCoverage[]>`
    select t.stage_id "stageId",
      count(*) filter (where ${COUNTED} and r.annotations > 0)::int "counted",
      count(*) filter (where ${COUNTED} and r.annotations = 1)::int "singleRated",
      count(*) filter (where ${COUNTED} and r.annotations = 0)::int "withoutAnnotation",
      coalesce(sum(r.not_independent) filter (where ${COUNTED}), 0)::int "notIndependent",
      count(*) filter (where ${DISCARDED})::int "discarded",
      count(*) filter (where t.state in ('preparing', 'open') and not ${DISCARDED})::int "inProgress"
    from tasks t left join rated_tasks r on r.task_id = t.id
    where t.project_id = ${projectId}::uuid group by t.stage_id`
}
