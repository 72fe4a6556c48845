import { table } from '@/cli/output'
import type { EvaluationReport, Figure, Pair, ScoringReport } from '@/lib/gold/evaluation/scoring/report-schema'
import { AGREED, inOrder } from '@/lib/gold/evaluation/scoring/rules'
import { FEWEST_UNMARKED, isMarked } from '@/lib/stats/interval-limits'

/** So many figures stand in a table, with their intervals. */
const FIGURES_WIDE = 4
const DIGITS = 3

const formatValue = (value: number | null) => (value === null ? 'none' : value.toFixed(DIGITS))

/** A figure with its interval. */
function figureText(figure: Figure | undefined, resampled: number): string {
  if (!figure || figure.value === null) return figure?.reason === 'infinite' ? 'infinite' : 'none'
  const { value, low, high } = figure
  if (low === null || high === null) return formatValue(value)
  return `${formatValue(value)} [${formatValue(low)}, ${formatValue(high)}]${isMarked(resampled) ? MARK : ''}`
}

/** Stands behind intervals of few items. */
const MARK = '†'

/** The report as tables for the terminal. */
export function evaluationText(report: EvaluationReport): string {
  const head = `${report.title}: ${report.items} items, ${report.targets} targets, ${report.predictions} predictions`
  const parts = [head, ...report.scorings.flatMap((scoring) => scoringText(report, scoring)), ...missedText(report)]
  const few = parts.some((part) => part.includes(MARK))
    ? [`${MARK} few: fewer than ${FEWEST_UNMARKED} items resampled`]
    : []
  return [...parts, ...few, report.notes.join('\n')].filter((part) => part !== '').join('\n\n')
}

function scoringText(report: EvaluationReport, scoring: ScoringReport): string[] {
  const line = scoring.line ? [`${scoring.line.text}: ${formatValue(scoring.line.value)}`] : []
  return [
    [`== ${scoring.title} ==`, scoring.description, ...line].join('\n'),
    ...leaderboards(scoring),
    ...paperText(scoring),
    ...report.strata.flatMap((by) => stratumText(scoring, by)),
    ...confusionTexts(scoring),
    ...(scoring.pairs.length > 0 ? [pairsText(scoring)] : []),
    ...(scoring.rankings.length > 0 ? [rankingsText(scoring)] : []),
  ]
}

function leaderboards({ figures, standings }: ScoringReport): string[] {
  const facts = [...new Set(standings.flatMap(({ about }) => Object.keys(about)))]
  const tables: string[] = []
  for (let start = 0; start < figures.length; start += FIGURES_WIDE) {
    const some = figures.slice(start, start + FIGURES_WIDE)
    const extra =
      start === 0 ? ['RANK', 'N', 'ITEMS', 'MISSING', 'ABSTAINED', ...facts.map((fact) => fact.toUpperCase())] : []
    tables.push(
      table(
        ['SYSTEM', ...extra, ...some.map(({ title }) => title.toUpperCase())],
        standings.map(
          ({ system, baseline, rank, scored, resampled, missing, abstained, about, figures: systemFigures }) => [
            baseline ? `(${system})` : system,
            ...(start === 0
              ? [rank, scored, resampled, missing, abstained, ...facts.map((fact) => about[fact] ?? null)]
              : []),
            ...some.map(({ key }) => figureText(systemFigures[key], resampled)),
          ],
        ),
      ),
    )
  }
  return tables
}

/** One row a system and value, with the first figures. */
function stratumText(
  { figures, standings }: ScoringReport,
  { key, title, values: texts = {} }: EvaluationReport['strata'][number],
): string[] {
  const some = figures.slice(0, FIGURES_WIDE)
  const rows = standings.flatMap(({ system, baseline, strata }) =>
    strata
      .filter((each) => each.key === key)
      .map((stratum) => ({ system: baseline ? `(${system})` : system, ...stratum })),
  )
  if (rows.length === 0) return []
  const sorted = inOrder(key, [...new Set(rows.map(({ value }) => value))]).flatMap((value) =>
    rows
      .filter((row) => row.value === value)
      .map(({ system, rank, targets, resampled, figures: systemFigures }) => [
        key === AGREED ? (texts[value] ?? value) : value,
        system,
        rank,
        targets,
        ...some.map((figure) => figureText(systemFigures[figure.key], resampled)),
      ]),
  )
  const heading = [title.toUpperCase(), 'SYSTEM', 'RANK', 'N', ...some.map((figure) => figure.title.toUpperCase())]
  return [table(heading, sorted)]
}

/** The rows of the paper: printed, recomputed, and as they are here. */
function paperText({ published, figures, targets }: ScoringReport): string[] {
  if (!published) return []
  const titles = new Map(figures.map(({ key, title }) => [key, title]))
  const notes = [...new Set(published.figures.flatMap(({ note }) => note ?? []))]
  return [
    [
      `BESIDE THE PAPER: ${published.source}, of ${published.targets} targets; here ${targets}`,
      table(
        ['ROW', 'FIGURE', 'PRINTED', 'RECOMPUTED', 'HERE'],
        published.figures.map(({ system, stratum, figure, printed, recomputed, here, resampled }) => [
          stratum ? `${system} (${stratum.value})` : system,
          titles.get(figure) ?? figure,
          printed ?? 'not printed',
          recomputed.toFixed(4),
          here ? figureText(here, resampled) : 'no predictions',
        ]),
      ),
      ...notes,
    ].join('\n'),
  ]
}

function confusionTexts({ confusion, standings }: ScoringReport): string[] {
  if (!confusion) return []
  return standings
    .filter(({ baseline }) => !baseline)
    .map(({ system, confusion: cells }) =>
      table(
        [`${system}: GOLD \\ PREDICTED`, ...confusion.columns],
        confusion.rows.map((row, index) => [row, ...(cells?.[index] ?? [])]),
      ),
    )
}

function pairsText({ figures, pairs }: ScoringReport): string {
  const [first] = figures
  const key = first?.key ?? ''
  const isAsked = pairs.some(({ mcnemar }) => mcnemar !== null)
  return table(
    [
      'PAIR',
      'COMMON',
      'ITEMS',
      `DIFFERENCE OF ${first?.title.toUpperCase()}`,
      'P',
      'P (HOLM)',
      ...(isAsked ? ['ONLY FIRST / ONLY SECOND RIGHT', 'MCNEMAR'] : []),
    ],
    pairs.map((pair) => [
      `${pair.first} - ${pair.second}`,
      pair.common,
      pair.resampled,
      figureText(pair.differences[key], pair.resampled),
      ...testTexts(pair.tests[key]),
      ...(isAsked ? mcnemarTexts(pair) : []),
    ]),
  )
}

const testTexts = (test: Pair['tests'][string] | undefined): [string, string] =>
  test ? [test.pValue.toPrecision(3), test.adjusted.toPrecision(3)] : ['none', 'none']

function mcnemarTexts({ first, second, mcnemar }: Pair): [string, string] {
  if (!mcnemar) return ['', '']
  const { onlyFirst, onlySecond, pValue, method } = mcnemar
  const ahead = onlyFirst === onlySecond ? 'neither' : onlyFirst > onlySecond ? first : second
  return [`${onlyFirst} / ${onlySecond}`, `p = ${pValue.toPrecision(3)} (${method}), more often right: ${ahead}`]
}

const rankingsText = ({ rankings }: ScoringReport): string =>
  table(
    ['ORDER BY', 'AND BY', 'SYSTEMS', "KENDALL'S TAU-B"],
    rankings.map(({ first, second, systems, tau }) => [first, second, systems, formatValue(tau)]),
  )

function missedText({ missed, repeated }: EvaluationReport): string[] {
  return [
    { title: 'COUNTS NOWHERE', list: missed },
    { title: 'SAID AGAIN', list: repeated },
  ].flatMap(({ title, list: { count, listed } }) =>
    count === 0
      ? []
      : [
          `${title}: ${count}\n${table(
            ['LINE', 'SYSTEM', 'ITEM', 'UNIT', 'TEXT', 'WHY'],
            listed
              .slice(0, 20)
              .map(({ line, system, item, unit, text, reason }) => [line, system, item, unit, text, reason]),
          )}`,
        ],
  )
}
