import 'server-only'
import type { Actor } from '@/lib/platform/policy/actor'
import { prisma } from '@/lib/platform/server/db'
import { AppError } from '@/lib/platform/server/errors'
import { fileNameOf } from '@/lib/platform/server/streams/file-name'
import { csvRow } from '@/lib/text/csv-row'
import { loadReadable, readsUnits, taskOf } from './load-evaluation'
import { getReport } from './queries'
import type { ReportFormat, ReportQuery } from './report/contract'
import type { EvaluationReport, Figure, Pair } from './scoring/report-schema'
import { streamReceipt } from './stream-receipt'

const COLUMNS = [
  'scoring',
  'system',
  'baseline',
  'compared_with',
  'stratum',
  'value_of_stratum',
  'figure',
  'value',
  'low',
  'high',
  'reason',
  'scored',
  'abstained',
  'missing',
  'undefined_resamples',
  'rank',
  'resampled',
  'p',
  'p_adjusted',
  'classes',
] as const
type Row = Partial<Record<(typeof COLUMNS)[number], string | number | boolean | null>>

/** Every figure of a report as CSV, one a line: of systems, of their strata, and of differences between two. */
function* reportCsv(report: EvaluationReport): Generator<string> {
  yield csvRow(COLUMNS)
  for (const row of rowsOf(report)) yield csvRow(COLUMNS.map((column) => cell(row[column])))
}

function* rowsOf({ scorings }: EvaluationReport): Generator<Row> {
  for (const { key: scoring, standings, pairs } of scorings) {
    for (const {
      system,
      baseline,
      scored,
      abstained,
      missing,
      rank,
      resampled,
      classes,
      figures,
      strata,
    } of standings) {
      const about = { scoring, system, baseline }
      const over = { resampled, classes: classText(classes) }
      yield* figureRows({ ...about, ...over, scored, abstained, missing, rank }, figures)
      for (const { key, value, targets, figures: within, ...stratum } of strata) {
        const inStratum = { ...stratum, classes: classText(stratum.classes) }
        yield* figureRows({ ...about, ...inStratum, stratum: key, value_of_stratum: value, scored: targets }, within)
      }
    }
    for (const { first, second, common, resampled, classes, differences, tests } of pairs) {
      const about = { scoring, system: first, compared_with: second, scored: common }
      yield* figureRows({ ...about, resampled, classes: classText(classes) }, differences, tests)
    }
  }
}

const classText = (classes: readonly string[] | null) => classes?.join('; ') ?? null

function* figureRows(about: Row, figures: Readonly<Record<string, Figure>>, tests: Pair['tests'] = {}): Generator<Row> {
  for (const [figure, { value, low, high, reason, nUndefined }] of Object.entries(figures)) {
    const { pValue: p = null, adjusted = null } = tests[figure] ?? {}
    yield { ...about, figure, value, low, high, reason, undefined_resamples: nUndefined, p, p_adjusted: adjusted }
  }
}

const cell = (value: Row[keyof Row]) => (typeof value === 'boolean' ? String(value) : (value ?? null))

const FORMATS: Record<ReportFormat, { media: string; extension: string; name: string }> = {
  json: { media: 'application/json; charset=utf-8', extension: 'json', name: '' },
  csv: { media: 'text/csv; charset=utf-8', extension: 'csv', name: '' },
  receipt: { media: 'application/json; charset=utf-8', extension: 'json', name: '-receipt' },
  script: { media: 'text/javascript; charset=utf-8', extension: 'mjs', name: '-receipt' },
}

/** A report as a file. Errors: `forbidden` for viewers who ask how single units were answered, `rule` while it is being made, `conflict` where its gold or predictions change while the receipt is written. */
export async function downloadReport(
  actor: Actor,
  projectId: string,
  { format, ...query }: ReportQuery & { format: ReportFormat },
  signal: AbortSignal,
): Promise<Response> {
  const project = await loadReadable(prisma(), actor, projectId)
  const isByUnit = format === 'receipt' || format === 'script'
  if (isByUnit && !readsUnits(project))
    throw new AppError('forbidden', 'How single units were answered is for managers and reviewers.')
  const task = await taskOf(project, query.task)
  const { report, version, error } = await getReport(actor, projectId, query)
  if (!report) throw new AppError('rule', error ?? 'The report is being made. Try again in a moment.')
  const body = await bodyOf(format, { project, task, query, report, version }, signal)
  const { media, extension, name } = FORMATS[format]
  return new Response(body, {
    headers: {
      'content-type': media,
      'content-disposition': `attachment; filename="${fileNameOf(project.name, `evaluation-${report.task}${name}`, extension)}"`,
      'cache-control': 'no-store',
    },
  })
}

async function bodyOf(
  format: ReportFormat,
  storedReport: Parameters<typeof streamReceipt>[0],
  signal: AbortSignal,
): Promise<BodyInit> {
  if (format === 'json') return `${JSON.stringify(storedReport.report, null, 2)}\n`
  if (format === 'csv') return [...reportCsv(storedReport.report)].join('')
  return streamReceipt(storedReport, { asProgram: format === 'script', signal })
}
