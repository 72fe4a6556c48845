/**
 * How units were rated: units rated alike by the same annotators are one pattern. The database hands over a row for each
 * response, joined into one text, since a hundred thousand rows one by one would take longer than everything else. Whoever
 * reads has called `refreshRatings` before, in the same transaction.
 */
import 'server-only'
import { Prisma } from '@/generated/prisma/client'
import type { Tx } from '@/lib/platform/server/db'
import type { Comparison } from '@/lib/protocols/protocol'
import type { Counts } from '@/lib/quality/agreement/figures'
import {
  type Clusters,
  countPatterns,
  foldWords,
  fromWords,
  type Pattern,
  responsesWithTwo,
} from '@/lib/quality/agreement/samples'
import type { SliceKind } from '@/lib/workspace/items/contract'
import { type Slice, sliceCondition, sliceValue } from './slices'
import { COUNTED, DISCARDED } from './version'

export interface MeasureOf {
  stageId: string
  /** The measure's key. */
  measure: string
}

export interface SlicedPattern extends Pattern {
  /** null: no such value, or mixed; always null where no slices were asked for. */
  slice: string | null
}

/** The patterns of a measure with the number of units that have each; by slice where asked. */
export async function readPatterns(tx: Tx, of: MeasureOf, by?: SliceKind): Promise<SlicedPattern[]> {
  if (by === 'arm') return readArms(tx, of)
  if (by) {
    const slices = await readSlices(tx, of, by)
    return slices.flatMap(({ slice, clusters }) => countPatterns(clusters).map((pattern) => ({ slice, ...pattern })))
  }
  const rows = await tx.$queryRaw<{ pattern: string; units: number }[]>`
    select pattern, units from rated_patterns where stage_id = ${of.stageId}::uuid and measure = ${of.measure}`
  return fromWords(rows).map((pattern) => ({ slice: null, ...pattern }))
}

/** What a measure of a stage was counted to, without its responses one by one. */
export interface MeasureCounts {
  measure: string
  responses: number
  responsesWithTwo: number
  patterns: Pattern[]
}

/** The counts of all measures of a stage that anybody rated. */
export async function readStagePatterns(tx: Tx, stageId: string): Promise<MeasureCounts[]> {
  const patterns = await tx.$queryRaw<{ measure: string; pattern: string; units: number }[]>`
    select measure, pattern, units from rated_patterns where stage_id = ${stageId}::uuid`
  // A unit with several ratings has commas between them, one with a single rating has none.
  const rated = await tx.$queryRaw<Omit<MeasureCounts, 'patterns'>[]>`
    select measure, count(*)::int responses, count(*) filter (where patterns like '%,%')::int "responsesWithTwo"
    from rated_responses where stage_id = ${stageId}::uuid group by measure`
  return rated.map((row) => ({
    ...row,
    patterns: fromWords(patterns.filter(({ measure }) => measure === row.measure)),
  }))
}

/** The units of one response may be in different arms, so that they have to be counted one by one. */
function readArms(tx: Tx, of: MeasureOf): Promise<SlicedPattern[]> {
  return tx.$queryRaw<SlicedPattern[]>`
    select ${sliceValue('arm')} slice, u.raters, u.codes, count(*)::int units
    from rated_units u join tasks t on t.id = u.task_id
    where u.stage_id = ${of.stageId}::uuid and u.measure = ${of.measure} and ${COUNTED}
    group by 1, 2, 3 order by 1, 2, 3`
}

/** The responses of a measure, or of a slice of it. */
export async function readClusters(tx: Tx, of: MeasureOf, slice?: Slice): Promise<Clusters> {
  const from = slice?.by === 'arm' ? UNITS : RESPONSES
  const condition = slice ? Prisma.sql`and ${sliceCondition(slice)}` : Prisma.empty
  const [row] = await tx.$queryRaw<Joined[]>`
    select string_agg(r.patterns, '|' order by r.position) responses from (${from(of, condition)}) r`
  return clustersOf(row)
}

export interface ClustersOfSlice {
  slice: string | null
  clusters: Clusters
}

/** The responses of every slice of a measure, in the order of the slices' values; those without one last. */
export async function readSlices(tx: Tx, of: MeasureOf, by: SliceKind): Promise<ClustersOfSlice[]> {
  const from = by === 'arm' ? UNITS : RESPONSES
  const rows = await tx.$queryRaw<(Joined & { slice: string | null })[]>`
    select r.slice, string_agg(r.patterns, '|' order by r.position) responses
    from (${from(of, Prisma.empty, sliceValue(by))}) r group by r.slice order by r.slice nulls last`
  return rows.map(({ slice, ...joined }) => ({ slice, clusters: clustersOf(joined) }))
}

/** The positions of items that are left out of a count, as if they were not in the project. */
export type Without = readonly number[]

const leftIn = (without: Without): Prisma.Sql =>
  without.length === 0 ? Prisma.empty : Prisma.sql`and t.position <> all(${[...without]}::int[])`

/** The responses of all measures of a stage, by the measures' keys; those that nobody rated are not there. */
export async function readStageClusters(
  tx: Tx,
  stageId: string,
  without: Without = [],
): Promise<Map<string, Clusters>> {
  const rows = await tx.$queryRaw<(Joined & { measure: string })[]>`
    select p.measure, string_agg(p.patterns, '|' order by t.position) responses
    from rated_responses p join tasks t on t.id = p.task_id
    where p.stage_id = ${stageId}::uuid and ${COUNTED} ${leftIn(without)} group by p.measure`
  return new Map(rows.map(({ measure, ...joined }) => [measure, clustersOf(joined)]))
}

interface Joined {
  responses: string | null
}

const clustersOf = (joined: Joined | undefined): Clusters =>
  foldWords(joined?.responses == null ? [] : joined.responses.split('|'))

const NONE = Prisma.sql`null::text`

/** A row for each response, folded before. */
const RESPONSES = ({ stageId, measure }: MeasureOf, condition: Prisma.Sql, slice = NONE) => Prisma.sql`
  select ${slice} slice, t.position, p.patterns
  from rated_responses p join tasks t on t.id = p.task_id
  join rated_tasks r on r.task_id = p.task_id join items i on i.id = t.item_id
  where p.stage_id = ${stageId}::uuid and p.measure = ${measure} and ${COUNTED} ${condition}`

/** The same from the units, for slices that a response's units do not share. */
const UNITS = ({ stageId, measure }: MeasureOf, condition: Prisma.Sql, slice = NONE) => Prisma.sql`
  select ${slice} slice, t.position,
    string_agg(array_to_string(u.raters, ',') || ':' || array_to_string(u.codes, ','), ' ') patterns
  from rated_units u join tasks t on t.id = u.task_id
  join rated_tasks r on r.task_id = u.task_id join items i on i.id = t.item_id
  where u.stage_id = ${stageId}::uuid and u.measure = ${measure} and ${COUNTED} ${condition}
  group by 1, t.id, t.position`

/** The counts of all measures of a stage, by their keys; those that nobody rated are not there. */
export async function readStageCounts(tx: Tx, stageId: string, without: Without = []): Promise<Map<string, Counts>> {
  if (without.length > 0) {
    const clusters = await readStageClusters(tx, stageId, without)
    return new Map([...clusters].map(([measure, own]) => [measure, countsOf(own)]))
  }
  const counted = await readStagePatterns(tx, stageId)
  return new Map(counted.map(({ measure, ...counts }) => [measure, counts]))
}

const countsOf = (clusters: Clusters): Counts => ({
  patterns: countPatterns(clusters),
  responses: clusters.typeOf.length,
  responsesWithTwo: responsesWithTwo(clusters),
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
  without: Without = [],
): Promise<ComparisonCounts> {
  const [row] = await tx.$queryRaw<ComparisonCounts[]>`
    select count(distinct (c.task_id, c.unit_key))::int units, count(*)::int pairs,
           count(distinct c.task_id)::int responses, ${totals(sums)} sums
    from compared_units c join tasks t on t.id = c.task_id
    where c.stage_id = ${stageId}::uuid and c.comparison = ${key} and ${COUNTED} ${leftIn(without)}`
  return row ?? { units: 0, pairs: 0, responses: 0, sums: Array<number>(sums).fill(0) }
}

/** The sums of each response's pairs of answers, in the order of positions. */
export async function readComparedResponses(
  tx: Tx,
  stageId: string,
  { key, sums }: Pick<Comparison, 'key' | 'sums'>,
  without: Without = [],
): Promise<number[][]> {
  const rows = await tx.$queryRaw<{ sums: number[] }[]>`
    select ${totals(sums)} sums from compared_units c join tasks t on t.id = c.task_id
    where c.stage_id = ${stageId}::uuid and c.comparison = ${key} and ${COUNTED} ${leftIn(without)}
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
export function readCoverage(tx: Tx, projectId: string, without: Without = []): Promise<StageCoverage[]> {
  return tx.$queryRaw<StageCoverage[]>`
    select t.stage_id "stageId",
      count(*) filter (where ${COUNTED} and r.annotations > 0)::int "counted",
      count(*) filter (where ${COUNTED} and r.annotations = 1)::int "singleRated",
      count(*) filter (where ${COUNTED} and r.annotations = 0)::int "withoutAnnotation",
      coalesce(sum(r.not_independent) filter (where ${COUNTED}), 0)::int "notIndependent",
      count(*) filter (where ${DISCARDED})::int "discarded",
      count(*) filter (where t.state in ('preparing', 'open') and not ${DISCARDED})::int "inProgress"
    from tasks t left join rated_tasks r on r.task_id = t.id
    where t.project_id = ${projectId}::uuid ${leftIn(without)} group by t.stage_id`
}
