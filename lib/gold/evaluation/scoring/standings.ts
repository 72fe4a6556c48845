/** One scoring over all systems: standings with intervals, by stratum, and pairs. */
import type { EvaluationFigure, Scoring } from '@/lib/protocols/evaluation'
import { FEWEST_RESAMPLED } from '@/lib/stats/interval-limits'
import { kendallTau } from '@/lib/stats/kendall-tau'
import { besidePaper } from './beside-paper'
import { classesOf, classTitles } from './fixed-classes'
import { type ItemSums, itemSums } from './item-sums'
import {
  type Compared,
  compared,
  type PairSetting,
  pairsOf,
  presentPairs,
  type Scored,
  tablesOfPairs,
  withLimits,
} from './pairs'
import type { Figure, Order, Pair, Ranking, ScoringReport, Standing } from './report-schema'
import type { Classes, Draw, Limits, SumTable, TablePair } from './resampling'
import { AGREED, agreedTexts, agreedValues, rankedFirst, ranksOf } from './rules'
import type { Group } from './subjects'
import type { Source } from './systems'

/* How alike the orders of systems are: in one stratum and another, and by facts of the systems that are numbers. */

/** The name of the mean over the strata, each counting alike. */
const AVERAGE = 'average'
/** Fewer systems have no order worth comparing. */
const FEWEST = 3

type Column = { title: string; order: Order; values: readonly (number | null)[] }

function rankingsOf({ figures, ranksBetween }: Scoring, standings: readonly Standing[]): Ranking[] {
  const systems = standings.filter(({ baseline }) => !baseline)
  if (systems.length < FEWEST) return []
  const figure = figures[0].key
  const overall: Column = {
    title: figures[0].title,
    order: { by: 'all' },
    values: systems.map((each) => each.figures[figure]?.value ?? null),
  }
  const facts = factColumns(systems).map((column) => compare(column, overall))
  const between = ranksBetween ? betweenStrata(systems, figure, ranksBetween) : []
  return [...between, ...betweenAgreed(systems, figure), ...facts].filter(({ systems: count }) => count >= FEWEST)
}

/** The orders on units on which annotators agreed more and less. */
function betweenAgreed(systems: readonly Standing[], figure: string): Ranking[] {
  const columns = agreedValues.map((value) => strataColumn(systems, figure, AGREED, value, agreedTexts[value]))
  return twoByTwo(columns)
}

function betweenStrata(systems: readonly Standing[], figure: string, key: string): Ranking[] {
  const values = [
    ...new Set(systems.flatMap(({ strata }) => strata.filter((each) => each.key === key)).map((each) => each.value)),
  ].sort()
  if (values.length < 2) return []
  const columns = values.map((value) => strataColumn(systems, figure, key, value, value))
  const average: Column = {
    title: AVERAGE,
    order: { by: 'average', key },
    values: systems.map((_, index) => meanOf(columns.map((column) => column.values[index] ?? null))),
  }
  return twoByTwo([...columns, average])
}

const twoByTwo = (columns: readonly Column[]): Ranking[] =>
  columns.flatMap((first, index) => columns.slice(index + 1).map((second) => compare(first, second)))

/** A figure of every system on the targets of one value. */
const strataColumn = (
  systems: readonly Standing[],
  figure: string,
  key: string,
  value: string,
  title: string,
): Column => ({
  title,
  order: { by: 'stratum', key, value },
  values: systems.map(
    ({ strata }) => strata.find((each) => each.key === key && each.value === value)?.figures[figure]?.value ?? null,
  ),
})

/** null where one of them is. */
function meanOf(values: readonly (number | null)[]): number | null {
  const definedValues = values.filter((value) => value !== null)
  return definedValues.length < values.length
    ? null
    : definedValues.reduce((sum, value) => sum + value, 0) / definedValues.length
}

/** Facts that are a number for every system that states them, such as a perplexity. */
function factColumns(systems: readonly Standing[]): Column[] {
  const keys = [...new Set(systems.flatMap(({ about }) => Object.keys(about)))]
  return keys.flatMap((title) => {
    const stated = systems.map(({ about }) => about[title] ?? null)
    const isNumeric = stated.every((value) => value === null || (value.trim() !== '' && Number.isFinite(Number(value))))
    return isNumeric
      ? [
          {
            title,
            order: { by: 'fact' as const, key: title },
            values: stated.map((value) => (value === null ? null : Number(value))),
          },
        ]
      : []
  })
}

function compare(first: Column, second: Column): Ranking {
  const both = first.values.flatMap((value, index) => {
    const other = second.values[index] ?? null
    return value === null || other === null ? [] : [[value, other] as const]
  })
  const { value } = kendallTau(
    both.map(([one]) => one),
    both.map(([, other]) => other),
  )
  return {
    first: first.title,
    second: second.title,
    systems: both.length,
    tau: value,
    orders: [first.order, second.order],
  }
}

export interface Standings extends PairSetting {
  sources: readonly Source[]
  /** For figures of everything, and for those by stratum: no resamples, no intervals. */
  draw: Draw
  strataDraw: Draw
  /** Systems to be compared, where that is said. */
  pairs: readonly (readonly [string, string])[] | undefined
}

export async function scoringReport(setting: Standings): Promise<ScoringReport> {
  const { scoring, subjects } = setting
  const scored = await scoreGroup(setting, subjects.all)
  const strata = await scoreStrata(setting)
  const limits = await limitsOf(setting, subjects.all, scored, setting.draw)
  const standings = scored.map((each, index) => standingOf(setting, scored, each, limits[index], strata[index] ?? []))
  const order = standings.map((_, index) => index).sort((a, b) => compareStandings(scoring, standings[a], standings[b]))
  const { key, title, description, unitOfAnalysis, level, figures, line, confusion } = scoring
  const sorted = withRanks(
    scoring,
    order.flatMap((index) => standings[index] ?? []),
  )
  return {
    key,
    title,
    description,
    unitOfAnalysis,
    level,
    targets: subjects.all.subjects.length,
    figures: figures.map((figure) => ({
      key: figure.key,
      title: figure.title,
      form: figure.form,
      better: figure.better,
    })),
    line: line ?? null,
    confusion: confusion ? { rows: [...confusion.rows], columns: [...confusion.columns] } : null,
    errors: scoring.isRight !== undefined,
    standings: sorted,
    pairs: await allPairs(setting, scored, order),
    rankings: rankingsOf(scoring, sorted),
    published: besidePaper(scoring.published, sorted),
  }
}

async function scoreGroup(setting: Standings, group: Group): Promise<Scored[]> {
  const scored: Scored[] = []
  for (const source of setting.sources) scored.push({ source, sums: await itemSums(setting, group, source) })
  return scored
}

/** By source, then by figure. */
async function limitsOf(
  setting: Standings,
  group: Group,
  scored: readonly Scored[],
  draw: Draw,
): Promise<readonly (readonly Limits[])[]> {
  const tables = scored.map(
    (each): SumTable => ({
      sums: each.sums.sums,
      scored: each.sums.rows,
      classes: classesOf(setting, scored, each),
    }),
  )
  return (await replicated(setting, group, draw, tables, [])).tables
}

function replicated(
  { scoring }: Standings,
  { rows }: Group,
  { resamples, seed, method, signal, replicate }: Draw,
  tables: readonly SumTable[],
  pairs: readonly TablePair[],
) {
  const replication = { tables, pairs, rows, width: scoring.sums, resamples, seed, method }
  // Fewer have neither intervals nor tests.
  if (rows < FEWEST_RESAMPLED || tables.length === 0) return { tables: [], pairs: [] }
  return replicate(replication, scoring, signal)
}

/** For each source its figures in every stratum in which it was scored. */
async function scoreStrata(setting: Standings): Promise<Standing['strata'][]> {
  const { scoring, subjects, sources, strataDraw } = setting
  const found: Standing['strata'][] = sources.map(() => [])
  for (const group of subjects.strata) {
    if (group.stratum === null) continue
    const scored = await scoreGroup(setting, group)
    const limits = await limitsOf(setting, group, scored, strataDraw)
    const stratumStandings = scored.map((each, index) => {
      const classes = classesOf(setting, scored, each)
      const { missing, leftOut } = each.sums
      const figures = figuresOf(scoring.figures, each.sums, classes, limits[index])
      return { baseline: each.source.baseline, missing, leftOut, figures, classes: classTitles(scoring, classes) }
    })
    const [{ key, better }] = scoring.figures
    const ranks = ranksOf(stratumStandings, key, better)
    for (const [at, { baseline: _, ...stratum }] of stratumStandings.entries()) {
      const sums = scored[at]?.sums
      if (!sums || sums.scored === 0) continue
      const counts = { targets: sums.scored, resampled: sums.rows, rank: ranks[at] ?? null }
      found[at]?.push({ ...group.stratum, ...counts, ...stratum })
    }
  }
  return found
}

function figuresOf(
  figures: readonly EvaluationFigure[],
  { totals, rows }: ItemSums,
  classes: Classes,
  limits: readonly Limits[] | undefined,
): Record<string, Figure> {
  return Object.fromEntries(
    figures.map(({ key, of }, index) => [key, withLimits(of(totals, classes ?? undefined), rows, limits?.[index])]),
  )
}

function standingOf(
  setting: Standings,
  all: readonly Scored[],
  scored: Scored,
  limits: readonly Limits[] | undefined,
  strata: Standing['strata'],
): Standing {
  const { scoring } = setting
  const { source, sums } = scored
  const classes = classesOf(setting, all, scored)
  return {
    system: source.name,
    baseline: source.baseline,
    about: { ...source.about },
    scored: sums.scored,
    abstained: sums.abstained,
    missing: sums.missing,
    leftOut: sums.leftOut,
    resampled: sums.rows,
    rank: null,
    classes: classTitles(scoring, classes),
    figures: figuresOf(scoring.figures, sums, classes, limits),
    confusion: scoring.confusion?.cells.map((row) => row.map((cell) => sums.totals[cell] ?? 0)) ?? null,
    strata,
  }
}

/** Those at full coverage first, best first by the first figure; undefined last; of equals by name. */
function compareStandings({ figures: [{ key, better }] }: Scoring, one?: Standing, other?: Standing): number {
  if (!one || !other) return 0
  return rankedFirst(one, other, key, better) || (one.system < other.system ? -1 : 1)
}

function withRanks({ figures: [{ key, better }] }: Scoring, sorted: readonly Standing[]): Standing[] {
  const ranks = ranksOf(sorted, key, better)
  return sorted.map((standing, index) => ({ ...standing, rank: ranks[index] ?? null }))
}

async function allPairs(setting: Standings, scored: readonly Scored[], order: readonly number[]): Promise<Pair[]> {
  const findByName = (name: string) => scored.find(({ source }) => source.name === name)
  const chosen: (readonly [Scored | undefined, Scored | undefined])[] = setting.pairs
    ? setting.pairs.map(([first, second]) => [findByName(first), findByName(second)])
    : pairsOf(order.filter((index) => scored[index]?.source.baseline === false)).map(([a, b]) => [scored[a], scored[b]])
  const pairs: Compared[] = []
  for (const [first, second] of chosen) {
    await setting.giveTurn()
    if (first && second) pairs.push(await compared(setting, scored, first, second))
  }
  const { tables, pairs: places } = tablesOfPairs(pairs)
  const limits = await replicated(setting, setting.subjects.all, setting.draw, tables, places)
  return presentPairs(setting, pairs, limits.pairs)
}
