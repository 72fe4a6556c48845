/**
 * Counts a release again from its own files: every figure of its manifest that is counted, and with it its card. What was set
 * or written, as the number of annotators a task gets and what a manager says of the data, is taken as it stands there.
 */
import { createHash } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { kindsOf } from '@/lib/gold/checks/queries'
import { csvRowCounter } from '@/lib/gold/releases/count-lines'
import { type CardText, changeSchema } from '@/lib/gold/releases/release/contract'
import type { FindingRow } from '@/lib/gold/releases/release/facts/read-findings'
import { agreementRows } from '@/lib/gold/releases/release/manifest/agreement-file'
import { type Manifest, type ManifestStage, manifestSchema } from '@/lib/gold/releases/release/manifest/contract'
import { gapsOf } from '@/lib/gold/releases/release/manifest/gaps'
import { statements } from '@/lib/gold/releases/release/metadata/statements'
import type { Measure, Protocol } from '@/lib/protocols/protocol'
import { MIN_UNITS } from '@/lib/quality/agreement/contract'
import { figuresOf } from '@/lib/quality/agreement/figures'
import { type Intervals, intervalsOf } from '@/lib/quality/agreement/intervals'
import { statisticsNamed } from '@/lib/quality/agreement/measures'
import {
  type Clusters,
  countPatterns,
  drawsOfClusters,
  foldClusters,
  patternsOf,
  responsesWithTwo,
  sampleOf,
} from '@/lib/quality/agreement/samples'
import { quantileOfSorted } from '@/lib/stats/quantile'
import { type NativeRecord, nativeRecordSchema } from '@/lib/workspace/imports/native/contract'

type Row = Record<string, string>
/** By path, as text; bytes of Parquet one a character (latin1). */
type Files = ReadonlyMap<string, string>

interface AnnotationLine {
  item: { position: number }
  stage: string
  annotator: string
  round: number
  origin: string
  activeSeconds: number
}

/** All files but those that tell of the others, read. */
interface Read {
  protocol: Protocol
  files: Files
  native: NativeRecord[]
  annotations: AnnotationLine[]
  ratings: Row[]
  goldRatings: Row[]
  tasks: Row[]
  disagreements: Row[]
  machines: Row[]
  findings: FindingRow[]
  discards: { reason: string; text: string; items: number; ids: unknown[] }[]
}

const table = (files: Files, path: string): Row[] =>
  parse<Row>(files.get(path) ?? '', { columns: true, skip_empty_lines: true })
const lines = (files: Files, path: string): unknown[] =>
  (files.get(path) ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const distinct = (values: readonly unknown[]): number => new Set(values).size

/** In groups of the same `by`, in the order in which each first comes. */
function groupsOf<Of>(rows: readonly Of[], by: (row: Of) => unknown): Of[][] {
  const groups = new Map<string, Of[]>()
  for (const row of rows) {
    const key = JSON.stringify(by(row))
    const group = groups.get(key) ?? []
    groups.set(key, group)
    group.push(row)
  }
  return [...groups.values()]
}

/** The manifest, and all files that tell of the others, as they follow from these. */
export async function recountRelease(
  protocol: Protocol,
  files: Files,
  card: { text: CardText; contradictionsReason: string | null },
): Promise<{ manifest: Manifest; texts: { path: string; text: string }[] }> {
  const told = manifestSchema.parse(JSON.parse(files.get('manifest.json') ?? ''))
  const read = readAll(protocol, files)
  const stages = told.stages.map((stage) => stageOf(read, stage))
  const items = itemsOf(read)
  const unsettled = distinct(read.findings.filter(({ settled }) => settled === false).map(({ item }) => item))
  const manifest: Manifest = {
    ...told,
    items,
    stages,
    machines: machinesOf(read, told),
    evidence: evidenceOf(read),
    agreement: await agreementOf(read),
    people: {
      ...told.people,
      annotators: distinct(read.annotations.map(({ annotator }) => annotator)),
      reviewers: reviewersIn(read),
    },
    discards: read.discards.map(({ reason, text, ids }) => ({ reason, text, items: ids.length })),
    overrides: read.native.filter((line) => hasStandingLabel(protocol, line)).length,
    contradictions: unsettled > 0 ? { unsettled, reason: card.contradictionsReason ?? '' } : null,
    gaps: gapsOf({ card, stages, unsettled, kinds: kindsOf(protocol), findings: read.findings, items }),
    changes: told.release.previous && changesIn(files),
    files: told.files.map(({ path }) => fileOf(files, path)),
    ...tablesOf(told, files),
  }
  return { manifest, texts: statements(card.text, manifest) }
}

interface DistributionLine {
  stage: string
  measure: string
  unit: string
  annotators: string[]
  ratings: number
  labels: { value: string; count: number; share: number }[]
  entropy: number
}

/** How often each value was given to each unit: as the distributions say, and as the ratings add up to. */
export function countLabels(files: Files): {
  told: Map<string, number>
  rated: Map<string, number>
  lines: DistributionLine[]
} {
  const distributions = lines(files, 'distributions.jsonl') as DistributionLine[]
  const told = new Map<string, number>()
  for (const { stage, measure, unit, labels } of distributions)
    for (const { value, count } of labels) if (count > 0) told.set(JSON.stringify([stage, measure, unit, value]), count)
  const rated = new Map<string, number>()
  for (const { stage, measure, unit, value } of table(files, 'ratings.csv')) {
    const key = JSON.stringify([stage, measure, unit, value])
    rated.set(key, (rated.get(key) ?? 0) + 1)
  }
  return { told, rated, lines: distributions }
}

function readAll(protocol: Protocol, files: Files): Read {
  const settled = (text: string | undefined) => (text === '' || text === undefined ? null : text === 'yes')
  return {
    protocol,
    files,
    native: lines(files, 'assay.jsonl').map((line) => nativeRecordSchema.parse(line)),
    annotations: lines(files, 'annotations.jsonl') as AnnotationLine[],
    ratings: table(files, 'ratings.csv'),
    goldRatings: table(files, 'gold-ratings.csv'),
    tasks: table(files, 'tasks.csv'),
    disagreements: table(files, 'disagreements.csv'),
    machines: table(files, 'machines.csv'),
    findings: table(files, 'findings.csv').map(({ kind = '', item, stage = '', unit = '', question, ...row }) => ({
      kind,
      item: Number(item),
      stage,
      unit,
      question: question || null,
      settled: settled(row.settled),
    })),
    discards: lines(files, 'discards.jsonl') as Read['discards'],
  }
}

/** Of assay.jsonl; the whole project of tasks.csv, which has to say the same of gold. */
function itemsOf({ native, tasks }: Read): Manifest['items'] {
  const gold = native.filter(
    ({ item, stages }) => item.discarded === null && stages.some((stage) => stage.gold !== null),
  )
  const released = tasks.filter((task) => task.released === 'yes')
  const places = gold.flatMap(({ item, stages }) =>
    stages.flatMap(({ key, gold: own }) => (own ? [`${item.position} ${key}`] : [])),
  )
  const listed = released.map(({ item, stage }) => `${item} ${stage}`)
  if (listed.toSorted().join('\n') !== places.toSorted().join('\n'))
    throw new Error(`tasks.csv says that ${listed} are released, and assay.jsonl holds ${places}`)
  const discarded = native.filter(({ item }) => item.discarded !== null).length
  return { total: distinct(tasks.map(({ item }) => item)), gold: gold.length, discarded }
}

const reviewersIn = ({ native }: Read): number =>
  distinct(
    native
      .flatMap(({ item, stages }) => [
        ...item.overrides.map(({ by }) => by),
        ...stages.flatMap(({ adjudicator, approver, values }) => [
          adjudicator,
          approver,
          ...values.map(({ by }) => by),
        ]),
      ])
      .filter((by) => by !== null),
  )

function hasStandingLabel({ itemLabel }: Protocol, { item, stages }: NativeRecord): boolean {
  const last = item.overrides.at(-1)
  const gold = stages.find(({ key }) => key === itemLabel?.stage)?.gold
  return last !== undefined && last.value !== null && gold !== undefined && gold !== null && last.at >= gold.createdAt
}

function stageOf(read: Read, told: ManifestStage): ManifestStage {
  const { key } = told
  const golds = read.native.flatMap(({ item: { position }, stages }) =>
    stages.flatMap((stage) => (stage.key === key && stage.gold ? [{ position, ...stage, gold: stage.gold }] : [])),
  )
  const origin = (wanted: string) => golds.filter(({ gold }) => gold.origin === wanted).length
  const tasks = read.tasks.filter(({ stage, annotations }) => stage === key && Number(annotations) > 0)
  const annotated = golds.map(({ position, round }) => ({
    position,
    count: read.annotations.filter(
      (each) => each.item.position === position && each.stage === key && each.round === round,
    ).length,
  }))
  const several = annotated.filter(({ count }) => count > 1)
  const disagreements = read.disagreements.filter(({ stage }) => stage === key)
  const settled = disagreements.filter((row) => row.settled !== '')
  return {
    ...told,
    gold: {
      tasks: golds.length,
      consolidated: origin('consolidated'),
      singleRated: origin('single_rated'),
      imported: origin('imported'),
      tallied: origin('tallied'),
    },
    agreement: { counted: tasks.length, released: tasks.filter(({ released }) => released === 'yes').length },
    stale: golds.filter(({ stale }) => stale !== null).length,
    overlap: groupsOf(annotated, ({ count }) => count)
      .map((same) => ({ annotations: same[0]?.count ?? 0, tasks: same.length }))
      .toSorted((a, b) => a.annotations - b.annotations),
    adjudication: {
      tasks: several.length,
      withDisagreement: distinct(disagreements.map(({ item }) => item)),
      disagreements: disagreements.length,
      settled: groupsOf(settled, (row) => row.settled)
        .map((same) => ({ how: same[0]?.settled ?? '', values: same.length }))
        .toSorted((a, b) => (a.how < b.how ? -1 : 1)),
    },
    time: timeOf(read.annotations.filter((each) => each.stage === key && each.round === 1 && each.origin === 'person')),
  }
}

function timeOf(rows: readonly AnnotationLine[]): ManifestStage['time'] {
  const timed = rows.map(({ activeSeconds }) => activeSeconds).filter((seconds) => seconds > 0)
  const items = groupsOf(rows, ({ item }) => item.position).filter((each) =>
    each.every(({ activeSeconds }) => activeSeconds > 0),
  )
  return {
    annotations: spreadOf(timed),
    items: spreadOf(items.map((each) => each.reduce((sum, { activeSeconds }) => sum + activeSeconds, 0))),
    unmeasured: rows.length - timed.length,
  }
}

function spreadOf(seconds: readonly number[]): ManifestStage['time']['items'] {
  const sorted = Float64Array.from(seconds).sort()
  const at = (share: number) => quantileOfSorted(sorted, share) / 60
  return { n: sorted.length, minutes: sorted.length < 10 ? null : { low: at(0.25), median: at(0.5), high: at(0.75) } }
}

/** Days in order; null where there are none. */
function spanOf(rows: readonly Row[]): { from: string | null; until: string | null } {
  const days = rows.map(({ day }) => day ?? '').toSorted()
  return { from: days[0] ?? null, until: days.at(-1) ?? null }
}

const text = (cell: string | undefined): string | null => cell || null

function machinesOf({ machines }: Read, told: Manifest): Manifest['machines'] {
  const of = (what: string) => machines.filter((row) => row.what === what)
  const grouped = (what: string, by: (row: Row) => readonly unknown[]) =>
    groupsOf(of(what), by).map((rows) => ({
      row: rows[0] ?? {},
      count: rows.length,
      ...spanOf(rows),
    }))
  return {
    policies: told.machines.policies.map((policy) => ({
      ...policy,
      suggestions: of('suggestion').filter(
        ({ stage, kind, question }) => stage === policy.stage && kind === policy.unit && question === policy.question,
      ).length,
    })),
    suggestions: grouped('suggestion', (row) => [row.by, row.model, row.prompt]).map(({ row, count, from, until }) => ({
      source: row.by ?? '',
      model: text(row.model),
      promptHash: text(row.prompt),
      suggestions: count,
      from,
      until,
    })),
    providers: grouped('call', (row) => [row.kind, row.by, row.model]).map(({ row, count, from, until }) => ({
      kind: row.kind ?? '',
      provider: row.by ?? '',
      model: text(row.model),
      calls: count,
      from,
      until,
    })),
    searches: grouped('search', (row) => [row.by]).map(({ row, count, from, until }) => ({
      provider: row.by ?? '',
      searches: count,
      from,
      until,
    })),
  }
}

function evidenceOf({ machines }: Read): Manifest['evidence'] {
  const rows = machines.filter(({ what }) => what === 'search' || what === 'evidence')
  return rows.length === 0 ? null : spanOf(rows)
}

/** Every measure from ratings.csv alone, as the agreement of any ratings is computed, and gold's values beside it. */
async function agreementOf(read: Read): Promise<Manifest['agreement']> {
  const stages = await Promise.all(
    read.protocol.stages.map(async (stage) => {
      const samples = stage.measures.map((measure) => ({ measure, clusters: clustersOf(read, stage.key, measure) }))
      const intervals = samples.map(({ measure, clusters }) => intervalsOnCard(measure, clusters))
      return {
        key: stage.key,
        title: stage.title,
        notIndependent: 0,
        chosen: null,
        comparisons: [],
        tasks: { counted: 0, singleRated: 0, withoutAnnotation: 0, discarded: 0, inProgress: 0, awaited: 0 },
        measures: samples.map(({ measure, clusters }, index) => ({
          key: measure.key,
          title: measure.title,
          unitOfAnalysis: measure.unitOfAnalysis,
          level: measure.level,
          categories: [...measure.categories],
          distances: null,
          all: figuresOf(
            measure,
            {
              patterns: countPatterns(clusters),
              responses: clusters.typeOf.length,
              responsesWithTwo: responsesWithTwo(clusters),
            },
            intervals[index],
          ),
        })),
      }
    }),
  )
  const gold = read.protocol.stages.flatMap((stage) =>
    stage.measures.flatMap((measure) =>
      measure.categories.map(({ value }, code) => ({
        stage: stage.key,
        measure: measure.key,
        code,
        units: read.goldRatings.filter(
          (row) => row.stage === stage.key && row.measure === measure.key && row.value === value,
        ).length,
      })),
    ),
  )
  return agreementRows(stages, gold)
}

/** Of the two coefficients that a card tells, from the same resamples as those of all. */
function intervalsOnCard(measure: Measure, clusters: Clusters): Intervals {
  const patterns = patternsOf(clusters)
  const twice = patterns.filter(({ codes }) => codes.length > 1).reduce((sum, each) => sum + each.units, 0)
  const statistics = statisticsNamed(measure, ['percent', 'alpha'])
  if (twice < MIN_UNITS) return {}
  const { drawable, pairablePlacesOf } = sampleOf(measure, patterns)
  return intervalsOf(drawsOfClusters(clusters, pairablePlacesOf), drawable, Object.fromEntries(statistics))
}

function clustersOf({ ratings }: Read, stage: string, { key, categories }: Measure) {
  const codes = new Map(categories.map(({ value }, index) => [value, index]))
  const own = ratings.filter((row) => row.stage === stage && row.measure === key)
  const items = groupsOf(own, ({ item }) => Number(item)).toSorted(([a], [b]) => Number(a?.item) - Number(b?.item))
  const numberOf = ({ annotator }: Row) => Number(/^annotator (\d+)$/.exec(annotator ?? '')?.[1])
  return foldClusters(
    items.map((rows) =>
      groupsOf(rows, ({ unit }) => unit).map((unit) => {
        const raters = unit.toSorted((a, b) => numberOf(a) - numberOf(b))
        return { raters: raters.map(numberOf), codes: raters.map(({ value }) => codes.get(value ?? '') ?? -1) }
      }),
    ),
  )
}

function changesIn(files: Files): Manifest['changes'] {
  const changes = lines(files, 'changes.jsonl').map((line) => changeSchema.parse(line))
  const of = (wanted: string) => changes.filter(({ change }) => change === wanted).length
  return {
    added: of('added'),
    removed: of('removed'),
    changed: of('changed'),
    values: changes.reduce((sum, { values }) => sum + values.length, 0),
  }
}

function fileOf(files: Files, path: string): Manifest['files'][number] {
  const content = bytesOf(files, path)
  const rows = rowsOf(path, content)
  return { path, rows, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
}

/** Rows of each split, and of divided releases its items, which are the rows of its table of items. */
function tablesOf({ tables, splits }: Manifest, files: Files): Pick<Manifest, 'tables' | 'splits'> {
  const counted = tables.map((each) => ({
    ...each,
    parts: each.parts.map((part) => ({ ...part, rows: fileOf(files, part.path).rows })),
  }))
  const items = counted.find(({ key }) => key === 'items')?.parts ?? []
  return {
    tables: counted,
    splits: splits && {
      ...splits,
      sizes: splits.sizes.map(({ name }) => ({ name, items: items.find(({ split }) => split === name)?.rows ?? 0 })),
    },
  }
}

function rowsOf(path: string, content: Buffer): number {
  if (path.endsWith('.parquet')) return Number(parquetMetadata(arrayBufferOf(content)).num_rows)
  if (path.endsWith('.csv')) return csvRowCounter()(content.toString())
  return path.endsWith('.jsonl') ? content.toString().split('\n').length - 1 : 1
}

const arrayBufferOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer

const bytesOf = (files: Files, path: string): Buffer =>
  Buffer.from(files.get(path) ?? '', path.endsWith('.parquet') ? 'latin1' : 'utf8')

/**
 * What each split of each table holds: by its file of Parquet, and by that of CSV. Cells are as CSV has them, where null and an empty text
 * are the same.
 */
export async function readTables(files: Files) {
  const { tables } = manifestSchema.parse(JSON.parse(files.get('manifest.json') ?? ''))
  const cell = (value: unknown) =>
    value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return Promise.all(
    tables
      .flatMap(({ key, parts, columns }) => parts.map((part) => ({ key, columns, ...part })))
      .map(async ({ key, split, path, csv, columns }) => {
        const file = arrayBufferOf(bytesOf(files, path))
        const rows = await parquetReadObjects({ file, compressors })
        return {
          key,
          split,
          columns: columns.map(({ name }) => name),
          parquet: rows.map((row) => Object.fromEntries(columns.map(({ name }) => [name, cell(row[name])]))),
          csv: table(files, csv),
          heading: (files.get(csv) ?? '').split('\n')[0],
        }
      }),
  )
}
