import { table } from '@/cli/output'
import type {
  ComparisonReport,
  MatrixFigures,
  MatrixPair,
  MatrixReport,
  RatingsReport,
  SecondOpinion,
  Sides,
} from '@/lib/quality/rater-matrix/contract'
import { coefficientText, estimateText, figureText, percentText } from '@/lib/quality/rater-matrix/rules'

/** A report as tables for the terminal, one part after the other. */
export function reportText(report: MatrixReport): string {
  const parts = report.kind === 'ratings' ? ratingsParts(report) : comparisonParts(report)
  const notes = ['Notes', ...report.read.notes, ...report.settings.rules].join('\n- ')
  return [`Read as ${report.read.shape}.`, ...parts, notes].join('\n\n')
}

function ratingsParts(report: RatingsReport): string[] {
  const { all, pairs, references, slices, sides, secondOpinion } = report
  const gold = report.reference === null ? [] : [`Each rater with ${report.reference}`, pairTable(references)]
  return [
    ...figuresParts(sides ? 'All raters, on the system' : 'All raters', all),
    ...(sides ? sidesParts(sides) : []),
    ...(pairs.length > 0 ? ['Every two raters', pairTable(pairs)] : []),
    ...gold,
    ...[...pairs, ...references].flatMap((pair) => confusionParts(pair, report.categories)),
    ...slices.flatMap(({ by, value, figures }) => figuresParts(`${by}: ${value === '' ? '(empty)' : value}`, figures)),
    ...(secondOpinion ? secondOpinionParts(secondOpinion) : []),
  ]
}

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`

function figuresParts(title: string, figures: MatrixFigures): string[] {
  const { units, unitsWithTwo, unanimous, ratings, responses, raters, complete } = figures
  const counts = [
    `${count(units, 'unit')} (${unitsWithTwo} with two ratings or more, ${unanimous} of these unanimous)`,
    ...[count(ratings, 'rating'), count(raters, 'rater'), count(responses, 'response')],
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

function secondOpinionParts({ shares, raters, unlikeMajority, note }: SecondOpinion): string[] {
  return [
    `Second opinion (Dawid and Skene): ${note}`,
    table(
      ['LABEL', 'LIKELY SHARE'],
      shares.map(({ value, share }) => [value, percentText(share)]),
    ),
    table(
      ['RATER', 'LIKELY ACCURACY'],
      raters.map(({ rater, accuracy }) => [rater, accuracy === null ? null : percentText(accuracy)]),
    ),
    `On ${count(unlikeMajority, 'unit')} the most likely label is not the one most raters gave.`,
  ]
}

function comparisonParts({ of, units, responses, raters, all, pairs }: ComparisonReport): string[] {
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
  return [`${head}\n${table(['PAIR', 'COMPARED', 'FIGURE', 'VALUE [95% INTERVAL]'], rows)}`]
}
