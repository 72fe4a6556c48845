/**
 * The receipt of a report: what every system said of everything that was scored, and how figures come of it, so that anybody can compute the figures
 * again (public/receipts/recompute-evaluation.mjs). It is written in pieces, and never held as a whole. Pure.
 */

import type { FigureFormula, Scored, Scoring } from '@/lib/protocols/evaluation'
import type { Json } from '@/lib/protocols/protocol'
import { LIMIT_RULES, type Range, SHARE } from '@/lib/stats/interval-limits'
import type { GoldIndex } from './gold-index'
import type { EvaluationReport, Pair, Ranking, ScoringReport, Standing } from './report-schema'
import type { PlannedScoring, Subjects } from './subjects'

/** Rows that are written at once. */
const ROWS_AT_ONCE = 500

/** Raised whenever a field changes its meaning, its name, or goes away. In /1 `infinite` of a formula was called `finite` at first. */
export const EVALUATION_RECEIPT = 'assay-evaluation-receipt/2'

const RULES = {
  rows: 'A row is what is scored: a unit, or an item with all its parts. `item` is the item’s position in the project or file (where predictions bring their items along, its number among them), `strata` what results are broken down by, `predictions` one entry for each of `systems`: null where the system said nothing, "abstained" where it abstained and that is left out, "not counted" where the scoring leaves out what it said.',
  holds:
    'labels: `gold` is a row of the table, a prediction a column, and adds 1 to the sum that `cells` names there. distributions: `gold` is how many annotators gave each value, a prediction their probabilities; the sums are 1, the cross-entropy in bits where it is finite, 1 where it is not, the Jensen-Shannon divergence in bits, Brier’s score. sums: a prediction is what it adds to each sum.',
  figures:
    'Figures come of the totals of the sums over all rows. mean: the mean of quotients, each of the sums at `over` divided by those at `under` (a place that is named twice counts twice; without `under` it is the sum itself); undefined where a divisor is 0. macro: the mean of the quotients of the classes that a standing or pair names, 0/0 counting 0; where it names none, of the classes that occur, which are those with a sum above 0 at `occurs`. infinite: undefined where the sum at that place is above 0.',
  draws:
    'Whole items are drawn, numbered from 0 in the order in which they first come among the rows (of a stratum, among its rows). One generator, which begins anew for everything and for each stratum, gives all resamples one after the other, and all systems the same: sfc32 filled by splitmix32 from the seed, the first twelve outputs thrown away; an index is floor(output / 2^32 × items). Limits are made of the resamples in which the figure is defined, by the method that `bootstrap` names. ' +
    `${LIMIT_RULES} n is the number of items of which anything of the system was scored; below \`fewest\` there are none.`,
  pairs:
    'A pair is of the rows on which both were scored; its limits are of the differences in the same resamples. The test: the generator begins anew with the seed; in each of as many runs as there are resamples every item whose sums differ between the two is exchanged where floor(output / 2^32 × 2) is 1, in the order of items; p is (1 + the runs whose difference is as far from 0, to within 1e-12) / (1 + the runs in which it is defined). `adjusted` is by Holm’s method over the pairs that are tested on the figure.',
  ranks:
    'A rank is of systems that were scored on all rows, best first by the first figure; equals share theirs. Not computed again: likeness in meaning.',
  rankings:
    'A ranking compares two orders of the systems, baselines left out, that both have a value for: Kendall’s tau-b; null below two systems or where one side has no differences. `orders` says what each is by: the first figure of all rows, of a stratum, the mean of it over all strata of a key (none where one has no value), or a fact of the systems that is a number. Values are those that stand in the receipt.',
  mcnemar:
    'Only where it was asked for. `right` of a row is whether each of `systems` was right, null where that does not count. Of rows in which that is known of both: only the first was right, or only the second. Below 25 such rows the test is binomial, two-sided, `exact`; from there on chi-squared with one degree of freedom, (|b - c| - 1)^2 / (b + c), not below 0.',
}

type Prediction = number | readonly number[] | 'abstained' | 'not counted' | null

export interface ReceiptRow {
  item: number
  /** The record's own id. */
  id: string | null
  /** null where whole items are scored. */
  unit: string | null
  strata: Readonly<Record<string, readonly string[]>>
  gold: number | readonly number[] | null
  predictions: readonly Prediction[]
  /** Was each of `systems` right? null where that does not count; only where McNemar's test was asked for. */
  right?: readonly (boolean | null)[]
}

export interface ReceiptScoring {
  key: string
  title: string
  description: string
  unitOfAnalysis: string
  holds: 'labels' | 'distributions' | 'sums'
  /** How many sums there are. */
  sums: number
  /** Of labels: gold in rows, and which of the sums each cell is. */
  table: NonNullable<Scoring['confusion']> | null
  figures: readonly {
    key: string
    title: string
    better: 'high' | 'low' | null
    /** The least and the greatest value; null without bounds. */
    range: Range | null
    formula: FigureFormula
  }[]
  /** Baselines among them. */
  systems: readonly string[]
  rows: readonly ReceiptRow[]
  /** What the report says. */
  standings: readonly Standing[]
  pairs: readonly Pair[]
  rankings: readonly Ranking[]
}

export interface EvaluationReceipt {
  format: typeof EVALUATION_RECEIPT
  task: { key: string; title: string }
  parameters: EvaluationReport['parameters']
  /** What `prepare` found, such as K of each domain. */
  prepared: Json
  bootstrap: EvaluationReport['bootstrap']
  rules: Readonly<Record<keyof typeof RULES, string>>
  scorings: readonly ReceiptScoring[]
}

interface Basis {
  index: GoldIndex
  /** Of the task, in its order; each is asked for once the one before it is written. */
  scorings: Iterable<PlannedScoring>
}

/** The JSON of an `EvaluationReceipt` of this report, in pieces; figures without a formula are left out. */
export function* receiptJson({ index, scorings }: Basis, report: EvaluationReport): Generator<string> {
  const head: Omit<EvaluationReceipt, 'scorings'> = {
    format: EVALUATION_RECEIPT,
    task: { key: report.task, title: report.title },
    parameters: report.parameters,
    prepared: report.prepared,
    bootstrap: report.bootstrap,
    rules: RULES,
  }
  yield `${JSON.stringify(head).slice(0, -1)},"scorings":[`
  let separator = ''
  for (const planned of scorings) {
    const reported = report.scorings.find(({ key }) => key === planned.scoring.key)
    if (!reported) continue
    const table = labelTable(planned.scoring)
    yield `${separator}${JSON.stringify(headOf(planned, table, reported)).slice(0, -1)},"rows":[`
    const isTested = reported.pairs.some(({ mcnemar }) => mcnemar !== null)
    yield* jsonItems(rowsOf(planned, table, { index, prepared: report.prepared, isTested }))
    yield ']}'
    separator = ','
  }
  yield ']}\n'
}

function headOf(
  { scoring, sources }: PlannedScoring,
  table: ReceiptScoring['table'],
  { standings, pairs, rankings }: Pick<ScoringReport, 'standings' | 'pairs' | 'rankings'>,
): Omit<ReceiptScoring, 'rows'> {
  const { key, title, description, unitOfAnalysis, sums } = scoring
  return {
    key,
    title,
    description,
    unitOfAnalysis,
    holds: table ? 'labels' : scoring.compares === 'distributions' ? 'distributions' : 'sums',
    sums,
    table,
    figures: scoring.figures.flatMap(({ key: figure, title: name, better, form, range, formula }) =>
      formula ? [{ key: figure, title: name, better, range: range ?? (form === 'share' ? SHARE : null), formula }] : [],
    ),
    systems: sources.map(({ name }) => name),
    standings,
    pairs,
    rankings,
  }
}

/** The table of labels against labels, where all sums are its cells. */
function labelTable({ confusion, sums }: Scoring): ReceiptScoring['table'] {
  return confusion && confusion.cells.flat().length === sums ? confusion : null
}

/** The inside of a JSON array. */
function* jsonItems(values: Iterable<unknown>): Generator<string> {
  let [texts, separator]: [string[], string] = [[], '']
  for (const value of values) {
    texts.push(JSON.stringify(value))
    if (texts.length < ROWS_AT_ONCE) continue
    yield separator + texts.join()
    texts = []
    separator = ','
  }
  if (texts.length > 0) yield separator + texts.join()
}

function* rowsOf(
  { scoring, subjects, sources }: PlannedScoring,
  table: ReceiptScoring['table'],
  { index, prepared, isTested }: { index: GoldIndex; prepared: Json; isTested: boolean },
): Generator<ReceiptRow> {
  const strataOf = strataInOrder(subjects)
  for (const subject of subjects.all.subjects) {
    const { item, unit } = subjects.placeOf(subject)
    const { position = null, externalId = null } = index.items[item] ?? {}
    let gold: ReceiptRow['gold'] = null
    const predictions = sources.map((source): Prediction => {
      const scored = subjects.scoredOf(source, subject)
      const added = scored ? scoring.score(scored, prepared) : null
      if (!scored) return null
      if (!added) return scored.value === null ? 'abstained' : 'not counted'
      if (scoring.compares === 'distributions') {
        gold = asNumbers(scored.gold)
        return asNumbers(scored.value)
      }
      if (!table) return added
      const [row, column] = cellIn(table, added)
      gold = row
      return column
    })
    const row: ReceiptRow = {
      item: position ?? item + 1,
      id: externalId,
      unit,
      strata: strataOf(subject),
      gold,
      predictions,
    }
    if (isTested) row.right = sources.map((source) => rightOf(scoring, subjects.scoredOf(source, subject), prepared))
    yield row
  }
}

/** null where nothing was said, or it does not count. */
const rightOf = (scoring: Scoring, scored: Scored | undefined, prepared: Json): boolean | null =>
  scored && scoring.score(scored, prepared) ? (scoring.isRight?.(scored) ?? null) : null

const asNumbers = (list: Json): number[] =>
  Array.isArray(list) ? list.map((each) => (typeof each === 'number' ? each : 0)) : []

/** The row and the column whose sum is 1. */
function cellIn({ cells }: NonNullable<Scoring['confusion']>, added: readonly number[]): [row: number, column: number] {
  const row = cells.findIndex((places) => places.some((place) => added[place] === 1))
  return [row, cells[row]?.findIndex((place) => added[place] === 1) ?? -1]
}

/** The strata of a subject, of one after the other: groups have their subjects in the same order. */
function strataInOrder({ strata }: Subjects): (subject: number) => Record<string, string[]> {
  const passed = strata.map(() => 0)
  return (subject) => {
    const subjectStrata: Record<string, string[]> = {}
    for (const [index, { stratum, subjects }] of strata.entries()) {
      const next = passed[index] ?? 0
      if (!stratum || subjects[next] !== subject) continue
      passed[index] = next + 1
      subjectStrata[stratum.key] = [...(subjectStrata[stratum.key] ?? []), stratum.value]
    }
    return subjectStrata
  }
}
