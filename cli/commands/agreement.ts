import { type Command, Option } from 'commander'
import { CliError, EXIT } from '@/cli/exit-codes'
import { measureKeys, pairKeys } from '@/cli/measure-keys'
import { type Output, table } from '@/cli/output'
import { bytesOf } from '@/cli/read-file'
import type { Session } from '@/cli/session'
import { refuseUnwritable } from '@/cli/write-file'
import {
  type ComparisonView,
  getAgreementEndpoint,
  type MeasureView,
  type StageAgreement,
} from '@/lib/quality/agreement/contract'
import { getMeasureEndpoint, type PairView } from '@/lib/quality/agreement/detail/contract'
import { getReceiptEndpoint } from '@/lib/quality/agreement/receipts/contract'
import { type Distributions, getDistributionsEndpoint } from '@/lib/quality/distributions/contract'
import {
  type ComparisonReport,
  levels,
  type MatrixFigures,
  type MatrixOptionsInput,
  type MatrixPair,
  type MatrixReport,
  matrixOptionsSchema,
  type RatingsReport,
  type SecondOpinion,
  type Sides,
} from '@/lib/quality/rater-matrix/contract'
import { MatrixProblem } from '@/lib/quality/rater-matrix/reading/matrix-problem'
import { reportOf } from '@/lib/quality/rater-matrix/report'
import { coefficientText, estimateText, figureText, percentText } from '@/lib/quality/rater-matrix/rules'
import { INTERVAL_METHOD, type IntervalMethod, intervalMethods } from '@/lib/stats/interval-limits'

/** A report as tables for the terminal, one part after the other. */
function reportText(report: MatrixReport): string {
  const parts = report.kind === 'ratings' ? ratingsParts(report) : comparisonParts(report)
  const notes = ['Notes', ...report.read.notes, ...report.settings.rules].join('\n- ')
  return [`Read as ${report.read.shape}.`, ...parts, notes].join('\n\n')
}

function ratingsParts(report: RatingsReport): string[] {
  const { all, pairs, references, slices, sides, secondOpinion, mace, ceiling } = report
  const gold = report.reference === null ? [] : [`Each rater with ${report.reference}`, pairTable(references)]
  return [
    ...figuresParts(sides ? 'All raters, on the system' : 'All raters', all),
    ...(sides ? sidesParts(sides) : []),
    ...(pairs.length > 0 ? ['Every two raters', pairTable(pairs)] : []),
    ...gold,
    ...[...pairs, ...references].flatMap((pair) => confusionParts(pair, report.categories)),
    ...slices.flatMap(({ by, value, figures }) => figuresParts(`${by}: ${value === '' ? '(empty)' : value}`, figures)),
    ...(secondOpinion ? secondOpinionParts('Dawid and Skene', secondOpinion) : []),
    ...(mace ? secondOpinionParts('MACE', mace) : []),
    ...(ceiling ? [ceilingTable(ceiling.map(({ rater, figures }) => ({ name: rater ?? 'All raters', figures })))] : []),
  ]
}

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`

function figuresParts(title: string, figures: MatrixFigures): string[] {
  const { units, unitsWithTwo, unanimous, ratings, responses, responsesWithTwo, raters, complete } = figures
  const counts = [
    `${count(units, 'unit')} (${unitsWithTwo} with two ratings or more, ${unanimous} of these unanimous)`,
    count(ratings, 'rating'),
    count(raters, 'rater'),
    `${count(responses, 'response')} (${responsesWithTwo} resampled)`,
  ]
  const rows = figures.figures.map((figure) => [figure.title, `${figureText(figure)}${undefinedText(figure.estimate)}`])
  const labels = figures.labels.map(({ value, count, share, alpha, fleiss }) => [
    value,
    count,
    share === null ? null : percentText(share),
    estimateText(alpha, coefficientText),
    ...(complete ? [estimateText(fleiss, coefficientText)] : []),
  ])
  const heads = ['LABEL', 'COUNT', 'SHARE', 'ALPHA AGAINST THE REST', ...(complete ? ['FLEISS AGAINST THE REST'] : [])]
  return [
    `${title}: ${counts.join(', ')}\n${table(['FIGURE', 'VALUE [95% INTERVAL]'], rows)}`,
    ...(labels.length <= 30 ? [table(heads, labels)] : []),
  ]
}

/** How often resampling found no value, where it did. */
function undefinedText({ interval }: MatrixFigures['figures'][number]['estimate']): string {
  if (!interval || interval.undefinedResamples === 0) return ''
  return `, undefined in ${interval.undefinedResamples} of ${interval.resamples} resamples`
}

function pairTable(pairs: readonly MatrixPair[]): string {
  const titles = pairs[0]?.figures.map(({ title }) => title) ?? []
  if (titles.length === 0) return 'There are none.'
  const rows = pairs.flatMap(({ first, second, n, figures }) =>
    figures.map((figure, index) => [
      index === 0 ? `${first} and ${second}` : '',
      index === 0 ? n : null,
      figure.title,
      figureText(figure),
    ]),
  )
  return table(
    ['PAIR', 'UNITS', 'FIGURE', 'VALUE [95% INTERVAL]'],
    rows.map(([pair, n, ...rest]) => [pair ?? '', n ?? '', ...rest]),
  )
}

function confusionParts({ first, second, confusion }: MatrixPair, categories: readonly string[]): string[] {
  if (confusion === null) return []
  const rows = confusion.map((row, index) => [categories[index] ?? '', ...row])
  return [`Labels of ${first} (rows) and ${second} (columns)\n${table(['', ...categories], rows)}`]
}

function sidesParts(sides: Sides): string[] {
  return [
    ...figuresParts('All raters, on the side', sides.onSide),
    ['Side and system', ...sides.explanation].join('\n- '),
  ]
}

function secondOpinionParts(model: string, { shares, raters, unlikeMajority, note }: SecondOpinion): string[] {
  return [
    `Second opinion (${model}): ${note}`,
    table(
      ['LABEL', 'LIKELY SHARE'],
      shares.map(({ value, share }) => [value, percentText(share)]),
    ),
    table(
      ['RATER', model === 'MACE' ? 'COMPETENCE' : 'LIKELY ACCURACY'],
      raters.map(({ rater, accuracy }) => [rater, accuracy === null ? null : percentText(accuracy)]),
    ),
    `On ${count(unlikeMajority, 'unit')} the most likely label is not the one most raters gave.`,
  ]
}

function comparisonParts({ of, units, responses, raters, all, pairs, marked }: ComparisonReport): string[] {
  const rowsOf = (name: string, n: number, figures: ComparisonReport['all']['figures']) =>
    figures.map(({ title, form, estimate }, index) => [
      index === 0 ? name : '',
      index === 0 ? String(n) : '',
      title,
      estimateText(estimate, form === 'count' ? String : coefficientText),
    ])
  const rows = [
    ...rowsOf('all pairs', all.n, all.figures),
    ...pairs.flatMap(({ first, second, n, figures }) => rowsOf(`${first} and ${second}`, n, figures)),
  ]
  const head = `${of}: ${[count(units, 'unit'), count(raters.length, 'rater'), count(responses, 'response')].join(', ')}`
  const ofTexts = (marked ?? []).flatMap(({ label, figures }) =>
    figuresParts(label === null ? 'Anything marked' : `Marked with ${label}`, figures),
  )
  return [...ofTexts, `${head}\n${table(['PAIR', 'COMPARED', 'FIGURE', 'VALUE [95% INTERVAL]'], rows)}`]
}

/** assay agreement --project: coefficients, percent and prevalence together, each with what it is computed from. */
async function projectAgreement(session: Session, idOrName: string, method?: IntervalMethod): Promise<void> {
  const { id: projectId } = await session.project(idOrName)
  const agreement = await session.call(getAgreementEndpoint, {
    params: { projectId },
    query: { intervals: 'always', method },
  })
  session.output.result(agreement, () => agreement.stages.map(stageText).join('\n\n'))
}

/** Of a project's measure: what models make of its annotators, and how one scores against the others; or the figures of two raters. */
interface MeasureFlags {
  /** As `stage/measure`. */
  measure: string
  /** Two raters by their keys, as `a1,gold`. */
  pair: string | undefined
  /** The file that the receipt is written to. */
  receipt: string | undefined
  method: IntervalMethod | undefined
}

/** assay agreement --project --measure: models of annotators and the ceiling, and the receipt of all figures of the measure. */
async function measureAgreement(session: Session, idOrName: string, flags: MeasureFlags): Promise<void> {
  const { measure: named, pair, receipt, method } = flags
  const keys = measureKeys(named)
  const raters = pair === undefined ? undefined : pairKeys(pair)
  if (receipt !== undefined) await refuseUnwritable(receipt)
  const params = { projectId: (await session.project(idOrName)).id, ...keys }
  if (raters) return pairAgreement(session, { params, raters, receipt, method })
  const distributions = await session.call(getDistributionsEndpoint, { params, query: {} })
  if (receipt !== undefined) await session.save(receipt, getReceiptEndpoint, { params, query: { method } })
  const { measure, version, figures, units, differing, dawidSkene, mace, competence, ceiling } = distributions
  const result = { version, measure, figures, units, differing, dawidSkene, mace, competence, ceiling }
  session.output.result(result, () => distributionsText(distributions))
}

interface AskedPair {
  params: { projectId: string; stage: string; measure: string }
  raters: { first: string; second: string }
  receipt: string | undefined
  method: IntervalMethod | undefined
}

/** assay agreement --project --measure --pair: every figure of two raters, of whom gold is without the annotator's own answers, and its receipt. */
async function pairAgreement(session: Session, { params, raters, receipt, method }: AskedPair): Promise<void> {
  const detail = await session.call(getMeasureEndpoint, { params })
  const pairs = [...detail.pairs, ...detail.references]
  const isIt = ({ first, second }: PairView) => first === raters.first && second === raters.second
  const pair = pairs.find(isIt)
  if (!pair) {
    const pairNames = pairs.map(({ first, second }) => `${first},${second}`).join(' ')
    throw new CliError(
      EXIT.failed,
      `--pair: there are no such two raters. ${pairNames ? `There are ${pairNames}` : 'There are none'}.`,
    )
  }
  if (receipt !== undefined) await session.save(receipt, getReceiptEndpoint, { params, query: { ...raters, method } })
  const nameOf = (rater: string) => detail.raters.find(({ key }) => key === rater)?.name ?? rater
  session.output.result({ version: detail.version, measure: detail.measure, pair }, () => {
    const head = `${detail.measure.title}: ${nameOf(pair.first)} and ${nameOf(pair.second)}, ${count(pair.n, 'unit')} of ${count(pair.responses, 'response')}`
    const rows = pair.coefficients.map(({ key, estimate }) => [key, estimateText(estimate, coefficientText)])
    return `${head}\n${table(['FIGURE', 'VALUE [95% INTERVAL]'], rows)}`
  })
}

/** Raters against the others, `name` the rater's or that of all together. */
const ceilingTable = (rows: readonly Pick<Distributions['ceiling'][number], 'name' | 'figures'>[]): string =>
  table(
    ['AGAINST THE OTHERS', 'ALIKE', 'RESPONSES', 'PERCENT', 'KAPPA'],
    rows.map(({ name, figures: { units, alike, responses, percent, kappa } }) => [
      name,
      `${alike} of ${units}`,
      responses,
      estimateText(percent, coefficientText),
      estimateText(kappa, coefficientText),
    ]),
  )

function distributionsText({
  measure,
  figures: { state, tasks, at },
  units,
  differing,
  dawidSkene,
  mace,
  competence,
  ceiling,
}: Distributions): string {
  const model = (name: string, { words, iterations, converged }: Distributions['mace']) =>
    words === null
      ? `${name}: ${converged ? 'settled' : 'not settled'} after ${count(iterations ?? 0, 'round')}.`
      : `${name} says nothing: ${words}`
  const competenceTable = table(
    ['ANNOTATOR', 'COMPETENCE'],
    competence.map(({ name, value }) => [name, value.toFixed(3)]),
  )
  return [
    `${measure.title}: ${count(units, 'unit')} (${measure.unitOfAnalysis}); on ${differing} a model and the majority differ`,
    `${model('Dawid-Skene', dawidSkene)} ${model('MACE', mace)}`,
    ...(competence.length > 0 ? [competenceTable] : []),
    ...(ceiling.length > 0 ? [ceilingTable(ceiling)] : []),
    ...(state === 'awaited' ? ['Models and the ceiling are being computed: ask again.'] : []),
    ...(state === 'earlier'
      ? [`Models and the ceiling are of ${at}, made of ${tasks} tasks. Newer ones are being computed: ask again.`]
      : []),
  ].join('\n\n')
}

function stageText({ title, tasks, measures, comparisons }: StageAgreement): string {
  const awaited = tasks.awaited > 0 ? ` (${tasks.awaited} more are being counted)` : ''
  return [
    `${title}: ${tasks.counted} tasks${awaited}`,
    ...(measures.length > 0 ? [table(HEADING, measures.map(row))] : []),
    ...(comparisons.length > 0
      ? [table(['COMPARED', 'UNIT', 'PAIRS', 'FIGURES'], comparisons.map(comparisonRow))]
      : []),
  ].join('\n')
}

const HEADING = [
  'MEASURE',
  'UNIT',
  'WITH TWO RATINGS',
  'RESAMPLED',
  'RATERS',
  'AGREEMENT',
  'ALPHA',
  'PREVALENCE',
  'OTHERS',
] as const

function row({ title, unitOfAnalysis, all }: MeasureView) {
  const shares = all.categories.map(({ value, share }) => `${value} ${share === null ? '–' : share.toFixed(3)}`)
  const others = all.others.map(({ key, estimate }) => `${key} ${estimateText(estimate, coefficientText)}`)
  return [
    title,
    unitOfAnalysis,
    all.unitsWithTwo,
    all.responsesWithTwo,
    all.raters,
    estimateText(all.percent, coefficientText),
    estimateText(all.alpha, coefficientText),
    shares.join(', '),
    others.join(', '),
  ]
}

function comparisonRow({ title, unitOfAnalysis, pairs, figures }: ComparisonView) {
  const each = figures.map(
    (figure) => `${figure.title} ${estimateText(figure.estimate, figure.form === 'count' ? String : coefficientText)}`,
  )
  return [title, unitOfAnalysis, pairs, each.join(', ')]
}

/** What of the options the command line takes as it is. */
type RatingFlags = Omit<
  MatrixOptionsInput,
  'dawidSkene' | 'mace' | 'ceiling' | 'seed' | 'resamples' | 'tolerance' | 'threshold'
> & {
  seed?: string
  resamples?: string
  tolerance?: string
  threshold?: string
  dawidSkene?: boolean
  mace?: boolean
  ceiling?: boolean
}

interface ProjectFlags {
  project?: string
  measure?: string
  pair?: string
  receipt?: string
}

/** Adds the options that say how a file of ratings is read and counted. */
function addRatingOptions(command: Command): Command {
  return command
    .addOption(new Option('--level <scale>', 'the scale of the labels (default nominal)').choices(levels))
    .option('--categories <list>', 'all labels that could be given, in order: a,b,c or a JSON list')
    .option('--distances <file>', 'a square table of the labels’ distances, as CSV')
    .option('--raters <list>', 'the raters (columns, or names in a file with one rating a row)')
    .option('--unit <columns>', 'the columns that name a unit')
    .option('--response <columns>', 'the columns that name the response of a unit; whole responses are resampled')
    .option('--by <columns>', 'tell the figures apart by these columns')
    .option('--where <column=value>', 'only rows with this value')
    .option('--missing <list>', 'cells that mean "not rated" (default NA,N/A,NaN,null; empty ones always)')
    .option('--reference <rater>', 'a rater to keep apart, such as gold')
    .option('--order <column>', 'the column that names the system shown left (a column "left" is recognised)')
    .option('--tolerance <positions>', 'of cuts: how far apart two boundaries may be (default 0)')
    .option('--threshold <share>', 'of lists: how alike two entries must be (default 0.5)')
    .addOption(
      new Option(
        '--overlapping <answer>',
        'of spans: may those of one annotator overlap (default: whether any do)',
      ).choices(['true', 'false']),
    )
    .option('--seed <number>', 'of the resampling (default 1)')
    .option('--resamples <number>', 'for intervals (default 2000)')
    .addOption(
      new Option('--method <name>', `how limits are made of resamples (default ${INTERVAL_METHOD})`).choices(
        intervalMethods,
      ),
    )
    .option('--dawid-skene', 'a second opinion on labels and raters by Dawid and Skene’s model')
    .option('--mace', 'a second opinion on labels and raters by MACE, whose raters either know or guess')
    .option('--ceiling', 'how each rater scores against what more than half of the others say')
}

/** The options as they are counted with. @throws CliError naming the option. `distances` is the text of the table. */
function ratingOptionsOf(flags: RatingFlags, distances: string | undefined) {
  const rawOptions = {
    ...flags,
    distances,
    dawidSkene: flags.dawidSkene ? 'true' : 'false',
    mace: flags.mace ? 'true' : 'false',
    ceiling: flags.ceiling ? 'true' : 'false',
  }
  const parsed = matrixOptionsSchema.safeParse(rawOptions)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw new CliError(EXIT.usage, `--${String(issue?.path[0] ?? 'options')}: ${issue?.message ?? 'not understood'}.`)
}

const AFTER = `
The file is CSV or TSV (one row a unit and one column a rater, or columns unit, rater, label; of spans columns annotator,
item, text or length, start, end, label), JSON or JSON lines; its
forms are described in docs/formats.md. It is computed here: no server and no token are needed.

  assay agreement ratings.csv --response document --categories true,false
  assay agreement choices.csv --order left
  assay agreement spans.jsonl
  assay agreement --project "Ocean facts"
  assay agreement --project "Ocean facts" --measure segments/label --receipt receipt.json
  assay agreement --project "Ocean facts" --measure segments/label --pair a1,gold`

/** assay agreement FILE: everything about a file of ratings, without a server; --project asks the server about a project. */
export function agreementCommand(program: Command, session: () => Session, output: () => Output): void {
  const command = program
    .command('agreement')
    .description('agreement of the raters in a file, or with --project of a project’s annotators')
    .argument('[file]', 'ratings as CSV, JSON or JSON lines; - reads standard input')
    .option('--project <project>', 'instead of a file: a project of the server, by its id or exact name')
    .option(
      '--measure <stage/measure>',
      'with --project: models of its annotators, and how one scores against the others',
    )
    .option(
      '--pair <first,second>',
      'with --measure: the figures of two raters instead, such as a1,gold; gold is without the annotator’s own answers',
    )
    .option('--receipt <file>', 'with --measure: write everything that its figures are computed from, as JSON')
    .addHelpText('after', AFTER)
  addRatingOptions(command).action(async (file: string | undefined, flags: RatingFlags & ProjectFlags) => {
    const { project, measure, pair, receipt, ...options } = flags
    if ((file === undefined) === (project === undefined)) {
      throw new CliError(EXIT.usage, 'Name a file of ratings, or a project of the server with --project, and not both.')
    }
    const isOfMeasure = receipt !== undefined || pair !== undefined
    if ((measure !== undefined && project === undefined) || (isOfMeasure && measure === undefined))
      throw new CliError(EXIT.usage, '--measure goes with --project, and --receipt and --pair with --measure.')
    const { method } = options
    if (project !== undefined && measure !== undefined)
      await measureAgreement(session(), project, { measure, pair, receipt, method })
    else if (project !== undefined) await projectAgreement(session(), project, method)
    else await fileAgreement(output(), file ?? '-', options)
  })
}

async function fileAgreement(output: Output, file: string, flags: RatingFlags): Promise<void> {
  const table = flags.distances === undefined ? undefined : await bytesOf(flags.distances)
  const options = ratingOptionsOf(flags, table && new TextDecoder().decode(table))
  const bytes = await bytesOf(file)
  try {
    output.progress('Computing the figures')
    const report = reportOf(bytes, options)
    output.endProgress()
    output.result(report, () => reportText(report))
  } catch (error) {
    output.endProgress()
    if (!(error instanceof MatrixProblem)) throw error
    throw new CliError(EXIT.refused, `${file === '-' ? 'standard input' : file}: ${error.message}`)
  }
}
