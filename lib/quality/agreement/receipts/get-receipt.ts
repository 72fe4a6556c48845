import 'server-only'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Prisma } from '@/generated/prisma/client'
import type { Actor } from '@/lib/platform/policy/actor'
import { atOneMoment, prisma, transaction } from '@/lib/platform/server/db'
import { AppError, found } from '@/lib/platform/server/errors'
import { cursorRows } from '@/lib/platform/server/streams/cursor-rows'
import { fileNameOf } from '@/lib/platform/server/streams/file-name'
import { streamText } from '@/lib/platform/server/streams/stream-text'
import type { Comparison, Measure } from '@/lib/protocols/protocol'
import type { EstimateView, Figures } from '@/lib/quality/agreement/contract'
import type { PairView } from '@/lib/quality/agreement/detail/contract'
import { type Counts, figuresOf, presentEstimate, presentPair } from '@/lib/quality/agreement/figures'
import { findIntervals, readerPatience } from '@/lib/quality/agreement/find-intervals'
import {
  blockOfComparison,
  blockOfMeasure,
  blockOfPair,
  blockOfSlice,
  costOf,
  type IntervalBody,
} from '@/lib/quality/agreement/interval-sets'
import { NO_GOLD } from '@/lib/quality/agreement/ledger/derive-task'
import { readMoment } from '@/lib/quality/agreement/ledger/kept-figures'
import { readComparison, readSliceCounts, readStageCounts } from '@/lib/quality/agreement/ledger/read-counts'
import { readLedger, refreshRatings } from '@/lib/quality/agreement/ledger/refresh-ratings'
import { sliceJson } from '@/lib/quality/agreement/ledger/slices'
import { COUNTED, DISCARDED } from '@/lib/quality/agreement/ledger/version'
import { type OpenFigures, type OpenStage, openFigures } from '@/lib/quality/agreement/open-figures'
import { findPairs, listReferences } from '@/lib/quality/agreement/pair-sets'
import type { Posterior } from '@/lib/quality/distributions/posteriors'
import { getCeiling, getPosteriors, type RatedWhole, readRated } from '@/lib/quality/distributions/queries'
import { INTERVAL_METHOD, type IntervalMethod } from '@/lib/stats/interval-limits'
import { type SliceKind, sliceKinds } from '@/lib/workspace/items/contract'
import { authorizeProject } from '@/lib/workspace/projects/queries'
import { recordProjectAnswerReads } from '@/lib/workspace/tasks/record-project-answer-reads'
import { version as softwareVersion } from '@/package.json'
import { RECEIPT_VERSION, type ReceiptForm, type ReceiptQuery } from './contract'
import * as words from './receipt'
import {
  type Cell,
  drawnBy,
  type End,
  type FigureLine,
  linesOfComparison,
  linesOfFigures,
  linesOfPair,
  type ReceiptHead,
  type ReceiptRater,
  type Rows,
  receiptCsv,
  receiptJson,
  receiptScript,
  type Selection,
  type Use,
} from './receipt'

const FORMS: Record<ReceiptForm, { media: string; extension: string }> = {
  json: { media: 'application/json; charset=utf-8', extension: 'json' },
  csv: { media: 'text/csv; charset=utf-8', extension: 'csv' },
  script: { media: 'text/javascript; charset=utf-8', extension: 'mjs' },
}

interface Keys {
  projectId: string
  stage: string
  measure: string
}

/**
 * Streams the receipt of a measure's or comparison's figures, for those who may have the single ratings; that they have
 * them is written down before.
 * @throws `forbidden` for annotators and viewers, `not_found` for what there is not, `invalid_request` for a slice and a
 * pair at once; the signal's reason where that ends it.
 */
export async function getReceipt(
  actor: Actor,
  keys: Keys,
  query: ReceiptQuery,
  signal: AbortSignal,
  patience: AbortSignal = readerPatience(),
): Promise<Response> {
  const selection = selectionOf(query)
  const { method = INTERVAL_METHOD } = query
  const { opened, at } = await transaction(async (tx) => {
    const figures = await openFigures(tx, actor, keys.projectId)
    authorizeProject('project.export', figures.project)
    if (!figures.showsItems)
      throw new AppError('forbidden', 'Receipts hold single annotators’ answers, which are for managers and reviewers.')
    const stage = found(
      figures.stages.find(({ key }) => key === keys.stage),
      'There is no such stage.',
    )
    return { opened: figures, at: stage }
  })
  const isWhole = selection.by === null && !selection.pair && query.form !== 'csv'
  const rated = isWhole ? await readRatedNow(keys.projectId, at, keys.measure) : null
  const { head, rows } = await contentOf(
    { opened, at, method, rated, signal, patience },
    keys.measure,
    selection,
    actor,
  )
  // The rows are read when they are sent; what is refused before that has shown nothing.
  await recordProjectAnswerReads(actor, keys.projectId, 'revealed', `receipt-${query.form}`)
  const end = { changedMeanwhile: async () => (await versionOf(opened)) !== head.version }
  const { media, extension } = FORMS[query.form]
  const name = fileNameOf(opened.project.name, `${at.key}-${keys.measure}-receipt`, extension)
  return new Response(streamText(await written(query.form, head, rows, end)), {
    headers: {
      'content-type': media,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store, no-transform',
    },
  })
}

/** What models of annotators and their ceiling are made of, and of which version of the ratings that is. */
interface RatedOfMoment extends RatedWhole {
  version: string
  readAt: Date
}

/**
 * Of a measure over all its units; null for a comparison. Read with its version at one moment: whatever others change while a receipt is made,
 * what is kept of it is of the version that it is kept under.
 */
async function readRatedNow(
  projectId: string,
  { id: stageId, stage }: OpenStage,
  key: string,
): Promise<RatedOfMoment | null> {
  if (!stage.measures.some((measure) => measure.key === key)) return null
  return atOneMoment(async (tx) => {
    const readAt = await readMoment(tx)
    const { version } = await readLedger(tx, projectId)
    return { ...(await readRated(tx, { stageId, measure: key })), version, readAt }
  })
}

function selectionOf({ by, slice, first, second }: ReceiptQuery): Selection {
  const pair: Selection['pair'] = first !== undefined && second !== undefined ? [first, second] : null
  if ((by && (first || second)) || (first === undefined) !== (second === undefined))
    throw new AppError('invalid_request', 'Ask for a slice, for two raters by first and second, or for neither.')
  return { by: by ?? null, slice: by && slice !== undefined && slice !== '' ? slice : null, pair }
}

async function contentOf(
  receiptContext: ShownReceipt,
  key: string,
  selection: Selection,
  { userId: readerId }: Actor,
): Promise<{ head: ReceiptHead; rows: Rows }> {
  const { opened, at } = receiptContext
  const { project, protocol } = opened
  const matrix: Matrix = { stageId: at.id, key, selection, readerId }
  const common: Pick<ReceiptHead, 'format' | 'software' | 'selection' | 'project' | 'stage' | 'options' | 'rules'> = {
    format: RECEIPT_VERSION,
    software: { name: 'assay', version: softwareVersion },
    selection,
    project: { id: project.id, name: project.name, protocol: protocol.title },
    stage: { key: at.key, title: at.stage.title },
    options: { ...words.OPTIONS, method: receiptContext.method },
    rules: words.RECEIPT_RULES,
  }
  const measure = at.stage.measures.find((each) => each.key === key)
  if (measure) {
    const raters = [...annotatorsOf(opened), ...(await referencesOf(at.id, key))]
    const columns = raters.map((rater) => rater.key)
    const figures = await measureShown(receiptContext, measure, selection)
    const { title, unitOfAnalysis, categories } = measure
    const rated: Pick<ReceiptHead, 'dawidSkene' | 'mace' | 'ceiling'> = receiptContext.rated
      ? await ratedShown(receiptContext, measure, receiptContext.rated)
      : {}
    const head = {
      ...common,
      ...figures,
      ...rated,
      kind: 'measure' as const,
      key,
      title,
      unitOfAnalysis,
      ...words.scaleOf(measure),
    }
    const ofCeiling = (rated.ceiling ?? []).flatMap((each) => each.figures)
    const formulas = words.measureFormulas([...figures.figures, ...ofCeiling])
    const values = categories.map(({ value }) => value)
    return {
      head: { ...head, raters, formulas, legend: words.MEASURE_LEGEND, columns: measureColumns(columns) },
      rows: measureRows(matrix, columns, values),
    }
  }
  const comparison = found(
    at.stage.comparisons?.find((each) => each.key === key),
    'There is no such measure or comparison.',
  )
  if (selection.by !== null || selection.pair)
    throw new AppError('invalid_request', 'Comparisons have figures over all annotators only.')
  const { title, unitOfAnalysis, sums } = comparison
  return {
    head: {
      ...common,
      ...(await comparisonShown(receiptContext, comparison)),
      kind: 'comparison',
      key,
      title,
      unitOfAnalysis,
      level: null,
      categories: [],
      distances: null,
      raters: annotatorsOf(opened),
      formulas: words.comparisonFormulas(comparison),
      legend: words.COMPARISON_LEGEND,
      columns: comparisonColumns(sums),
    },
    rows: comparisonRows(matrix, sums),
  }
}

/** By alias, whoever reads: a receipt is made to be passed on. */
const annotatorsOf = ({ annotators }: OpenFigures): ReceiptRater[] =>
  annotators.map(({ key, number }) => ({ key, kind: 'annotator', name: `annotator ${number}` }))

async function referencesOf(stageId: string, measure: string): Promise<ReceiptRater[]> {
  const keys = await transaction((tx) => listReferences(tx, { stageId, measure }))
  const ids = keys.flatMap((key) => (key.startsWith('run:') ? [key.slice('run:'.length)] : []))
  const runs = await prisma().run.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })
  return keys.map((key): ReceiptRater => {
    if (key === 'gold') return { key, kind: 'gold', name: 'gold' }
    const run = runs.find(({ id }) => key === `run:${id}`)
    return { key, kind: 'model', name: run?.name ?? 'a run that was removed' }
  })
}

const versionOf = ({ project }: OpenFigures): Promise<string> =>
  transaction(async (tx) => (await refreshRatings(tx, project, { most: 0 })).version)

async function written(form: ReceiptForm, head: ReceiptHead, rows: Rows, end: End): Promise<AsyncGenerator<string>> {
  if (form === 'csv') return receiptCsv(head, rows)
  if (form === 'json') return receiptJson(head, rows, end)
  const program = await readFile(path.join(process.cwd(), 'public/receipts/recompute.mjs'), 'utf8')
  return receiptScript(head, rows, end, program)
}

export interface ShownFigures {
  version: string
  figures: FigureLine[]
  drawn: number | null
}

export interface Shown {
  opened: OpenFigures
  at: OpenStage
  method: IntervalMethod
}

interface ShownReceipt extends Shown {
  /** null where the receipt is of a part, of a comparison, or without figures. */
  rated: RatedOfMoment | null
  /** Of the request, which ends the work, and of the reader, who goes without what takes longer. */
  signal: AbortSignal
  patience: AbortSignal
}

/** Of a measure: over all annotators, in a slice, or of a pair. @throws `not_found` for a slice or pair without units. */
export async function measureShown(
  receiptContext: Shown,
  measure: Measure,
  { by, slice, pair }: Selection,
): Promise<ShownFigures> {
  const { version } = receiptContext.opened.ledger
  if (pair) return { version, ...pairLines(measure, await pairOf(receiptContext, measure, pair)) }
  if (by !== null) return { version, ...figureLines(await sliceOf(receiptContext, measure, by, slice)) }
  const { intervals, counts } = await stageIntervals(receiptContext)
  const measureCounts = counts.get(measure.key) ?? { patterns: [], responses: 0, responsesWithTwo: 0 }
  return { version, ...figureLines(figuresOf(measure, measureCounts, intervals[blockOfMeasure(measure.key)])) }
}

const NOT_IN_TIME =
  'It was not computed in the time that a download waits for it. The page of label distributions has it computed and kept; download the receipt again after that.'
const UNKNOWN: Posterior = { words: NOT_IN_TIME, iterations: null, converged: null, classes: null }

/** What models of annotators make of the ratings, and the ceiling, of the version in the head unless that changed meanwhile, which the end says; without figures where patience ends before they are there. */
async function ratedShown(
  { opened, at, method, signal, patience }: ShownReceipt,
  measure: Measure,
  { version, readAt, patterns, responses }: RatedOfMoment,
): Promise<Required<Pick<ReceiptHead, 'dawidSkene' | 'mace' | 'ceiling'>>> {
  const of = { projectId: opened.project.id, version, readAt, stage: at.key }
  const until = AbortSignal.any([signal, patience])
  const posteriors = await orElse(getPosteriors(of, measure, patterns, until), patience, {
    dawidSkene: UNKNOWN,
    mace: UNKNOWN,
    competence: [],
  })
  const lines = (posterior: Posterior) => words.linesOfPosterior(posterior, patterns, measure.categories)
  const competence = posteriors.competence.map(({ number, value }) => ({ rater: `a${number}`, value }))
  return {
    dawidSkene: lines(posteriors.dawidSkene),
    mace: { ...lines(posteriors.mace), competence },
    ceiling: await orElse(
      getCeiling(of, measure, responses, until).then((rows) => words.linesOfCeiling(rows, method)),
      patience,
      null,
    ),
  }
}

/** What `work` gives, or `otherwise` where patience ended it. */
async function orElse<T, Other>(work: Promise<T>, patience: AbortSignal, otherwise: Other): Promise<T | Other> {
  try {
    return await work
  } catch (error) {
    if (patience.aborted && error === patience.reason) return otherwise
    throw error
  }
}

export async function comparisonShown(receiptContext: Shown, comparison: Comparison): Promise<ShownFigures> {
  const { intervals } = await stageIntervals(receiptContext)
  const { sums, ...counts } = await transaction((tx) => readComparison(tx, receiptContext.at.id, comparison))
  const figures = comparison.figures.map(({ key, title, form, of }) => {
    const about = { n: form === 'count' ? 0 : counts.units, only: null }
    const interval = intervals[blockOfComparison(comparison.key)]?.[key]
    return { key, title, form, estimate: presentEstimate('figure', of(sums), about, interval) }
  })
  const drawn = drawnBy(figures.map(({ estimate }) => estimate))
  return {
    version: receiptContext.opened.ledger.version,
    figures: linesOfComparison({ ...counts, figures }, comparison),
    drawn,
  }
}

/** Of this stage alone, and how its measures were rated. */
async function stageIntervals({
  opened,
  at,
  method,
}: Shown): Promise<{ intervals: IntervalBody; counts: Map<string, Counts> }> {
  const counts = await transaction((tx) => readStageCounts(tx, at.id))
  const costs = [...counts.values()].map(({ responses }) => costOf('measure', responses))
  const { bodies } = await findIntervals(opened, [{ set: ['stage', at.key], costs }], { mode: 'always', method })
  return { intervals: bodies[0] ?? {}, counts }
}

async function pairOf(
  { opened, at, method }: Shown,
  measure: Measure,
  pair: readonly [string, string],
): Promise<PairView> {
  const { pairs } = await findPairs(opened, at, measure)
  const counts = found(
    pairs.find(({ first, second }) => first === pair[0] && second === pair[1]),
    'These two have rated no unit in common. The lower annotator comes first, and gold and models second.',
  )
  const costs = pairs.map(({ responses }) => costOf('pair', responses))
  const { bodies } = await findIntervals(opened, [{ set: ['pairs', at.key, measure.key], costs }], {
    mode: 'always',
    method,
  })
  return presentPair(measure, counts, bodies[0]?.[blockOfPair(...pair)]?.cohen)
}

async function sliceOf(
  { opened, at, method }: Shown,
  measure: Measure,
  by: SliceKind,
  slice: string | null,
): Promise<Figures> {
  const counts = await transaction((tx) => readSliceCounts(tx, { stageId: at.id, measure: measure.key }, by))
  const rated = found(
    counts.find(({ value }) => value === slice),
    'There is no unit with this value.',
  )
  const costs = counts.map(({ responses }) => costOf('measure', responses))
  const { bodies } = await findIntervals(opened, [{ set: ['slices', by, at.key, measure.key], costs }], {
    mode: 'always',
    method,
  })
  return figuresOf(measure, rated, bodies[0]?.[blockOfSlice(slice)])
}

function figureLines(figures: Figures) {
  const { percent, alpha, others, categories } = figures
  const ofTwice = others.filter(({ key }) => key !== 'ac1')
  const estimates: EstimateView[] = [percent, alpha, ...ofTwice.map(({ estimate }) => estimate)]
  return { figures: linesOfFigures(figures), drawn: drawnBy([...estimates, ...categories.map((each) => each.alpha)]) }
}

function pairLines({ categories }: Measure, pair: PairView) {
  const values = categories.map(({ value }) => value)
  return { figures: linesOfPair(pair, values), drawn: drawnBy(pair.coefficients.map(({ estimate }) => estimate)) }
}

/** What the rows are of. */
export interface Matrix {
  stageId: string
  /** Of the measure or comparison. */
  key: string
  selection: Selection
  /** Only tasks noted in answer_reads for them are shown. */
  readerId: string
}

interface UnitPlace {
  item: number
  externalId: string | null
  unit: string | null
  /** By the kinds of slices. */
  slices: Record<string, string | string[] | null>
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
  sliceKinds.filter((kind) => kind !== 'arm').map((kind) => Prisma.sql`${kind}::text, ${sliceJson(kind)}`),
)})`
const ARM = Prisma.sql`jsonb_build_object('arm', ${sliceJson('arm')})`

const readBy = ({ readerId }: Matrix) =>
  Prisma.sql`exists (select 1 from answer_reads x where x.task_id = t.id and x.user_id = ${readerId}::uuid
    and not x.through_copy)`

interface RatedRow extends UnitPlace {
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
      leaveOutOwn(codes, matrix.selection)
      const cells = raters.map((rater): Cell => categories[codes.get(rater) ?? -1] ?? null)
      return [...placeCells(row, useOf(row, codes, matrix.selection)), ...cells]
    })
  yield* leftOut(matrix, raters.length, placeCells)
}

/** Beside an annotator, gold is told without that annotator's answers. */
function leaveOutOwn(codes: Map<string, number | undefined>, { pair }: Selection): void {
  if (pair?.[1] !== 'gold') return
  const without = codes.get(`without:${pair[0].slice(1)}`)
  if (without === undefined) return
  if (without === NO_GOLD) codes.delete('gold')
  else codes.set('gold', without)
}

interface ComparedRow extends UnitPlace {
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

function useOf(
  { slices, raters }: RatedRow,
  codesByRater: ReadonlyMap<string, unknown>,
  { by, slice, pair }: Selection,
): Use {
  if (by !== null && !isIn(slices[by] ?? null, slice)) return 'not in slice'
  if (pair) return pair.every((rater) => codesByRater.has(rater)) ? 'used' : 'not rated by both'
  return raters.length > 1 ? 'used' : 'single rating'
}

/** Of tags, the slice of each, or that of none. */
const isIn = (rowSlices: string | string[] | null, slice: string | null): boolean =>
  Array.isArray(rowSlices) ? (slice === null ? rowSlices.length === 0 : rowSlices.includes(slice)) : rowSlices === slice

const cellOf = (rowSlices: string | string[] | null | undefined): Cell =>
  Array.isArray(rowSlices) ? (rowSlices.length === 0 ? null : rowSlices.join('; ')) : (rowSlices ?? null)

type PlaceCells = (place: UnitPlace, use: Use) => Cell[]
const placeCells: PlaceCells = ({ item, externalId, unit, slices }, use) => [
  item,
  externalId,
  unit,
  ...sliceKinds.map((kind) => cellOf(slices[kind])),
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
  for await (const batch of cursorRows<UnitPlace & { use: Use }>(tasks.text, tasks.values))
    yield batch.map((row) => [...place(row, row.use), ...empty])
}
