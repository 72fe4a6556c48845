/** One scoring over all systems: standings with intervals, by stratum, and pairs. */
import type { EvaluationFigure, Scoring } from '@/lib/protocols/evaluation'
import type { Json } from '@/lib/protocols/protocol'
import { kendallTau } from '@/lib/stats/kendall-tau'
import { type ItemSums, itemSums } from './item-sums'
import { comparePair, pairsOf, type Scored } from './pairs'
import type { Figure, Pair, Ranking, ScoringReport, Standing } from './report-schema'
import { type Draw, ofSeveral, type Replicates, replicatesOf, withLimits } from './resampling'
import type { Group, Subjects } from './subjects'
import type { Source } from './systems'

/* How alike the orders of systems are: in one stratum and another, and by facts of the systems that are numbers. */

/** The name of the mean over the strata, each counting alike. */
const AVERAGE = 'average'
/** Fewer systems have no order worth comparing. */
const FEWEST = 3

type Column = { title: string; values: readonly (number | null)[] }

function rankingsOf({ figures, ranksBetween }: Scoring, standings: readonly Standing[]): Ranking[] {
  const systems = standings.filter(({ baseline }) => !baseline)
  if (systems.length < FEWEST) return []
  const figure = figures[0].key
  const overall = { title: figures[0].title, values: systems.map((each) => each.figures[figure]?.value ?? null) }
  const facts = factColumns(systems).map((column) => compare(column, overall))
  return [...(ranksBetween ? betweenStrata(systems, figure, ranksBetween) : []), ...facts].filter(
    ({ systems: count }) => count >= FEWEST,
  )
}

function betweenStrata(systems: readonly Standing[], figure: string, key: string): Ranking[] {
  const values = [
    ...new Set(systems.flatMap(({ strata }) => strata.filter((each) => each.key === key)).map((each) => each.value)),
  ].sort()
  if (values.length < 2) return []
  const columns = values.map(
    (value): Column => ({
      title: value,
      values: systems.map(
        ({ strata }) => strata.find((each) => each.key === key && each.value === value)?.figures[figure]?.value ?? null,
      ),
    }),
  )
  const average: Column = {
    title: AVERAGE,
    values: systems.map((_, at) => meanOf(columns.map((column) => column.values[at] ?? null))),
  }
  const all = [...columns, average]
  return all.flatMap((first, at) => all.slice(at + 1).map((second) => compare(first, second)))
}

/** null where one of them is. */
function meanOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length < values.length ? null : known.reduce((sum, value) => sum + value, 0) / known.length
}

/** Facts that are a number for every system that states them, such as a perplexity. */
function factColumns(systems: readonly Standing[]): Column[] {
  const keys = [...new Set(systems.flatMap(({ about }) => Object.keys(about)))]
  return keys.flatMap((title) => {
    const stated = systems.map(({ about }) => about[title] ?? null)
    const isNumeric = stated.every((value) => value === null || (value.trim() !== '' && Number.isFinite(Number(value))))
    return isNumeric ? [{ title, values: stated.map((value) => (value === null ? null : Number(value))) }] : []
  })
}

function compare(first: Column, second: Column): Ranking {
  const both = first.values.flatMap((value, at) => {
    const other = second.values[at] ?? null
    return value === null || other === null ? [] : [[value, other] as const]
  })
  const { value } = kendallTau(
    both.map(([one]) => one),
    both.map(([, other]) => other),
  )
  return { first: first.title, second: second.title, systems: both.length, tau: value }
}

export interface Standings {
  scoring: Scoring
  prepared: Json
  subjects: Subjects
  sources: readonly Source[]
  /** For figures of everything, and for those by stratum: no resamples, no intervals. */
  draw: Draw
  strataDraw: Draw
  /** Systems to be compared, where that is said. */
  pairs: readonly (readonly [string, string])[] | undefined
}

export async function scoringReport(setting: Standings): Promise<ScoringReport> {
  const { scoring, subjects, sources } = setting
  const scored = await scoreGroup(setting, subjects.all, sources, setting.draw)
  const strata = await scoreStrata(setting)
  const standings = scored.map((each, at) => standingOf(scoring, each, strata[at] ?? []))
  const order = standings.map((_, at) => at).sort((a, b) => compareStandings(scoring, standings[a], standings[b]))
  const { key, title, description, unitOfAnalysis, level, figures, line, confusion } = scoring
  const sorted = order.flatMap((at) => standings[at] ?? [])
  return {
    key,
    title,
    description,
    unitOfAnalysis,
    level,
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
  }
}

async function scoreGroup(
  { scoring, prepared, subjects }: Standings,
  group: Group,
  sources: readonly Source[],
  draw: Draw,
): Promise<Scored[]> {
  const sums = sources.map((source) => itemSums({ scoring, prepared, subjects }, group, source))
  const tables = sums.map((each) => each.sums)
  const replicates = await replicatesOf(tables, group.rows, scoring, draw)
  return sources.flatMap((source, at) => {
    const own = sums[at]
    return own ? [{ source, sums: own, replicates: ofSeveral(own.rows, replicates[at]) }] : []
  })
}

/** For each source its figures in every stratum in which it was scored. */
async function scoreStrata(setting: Standings): Promise<Standing['strata'][]> {
  const { scoring, subjects, sources, strataDraw } = setting
  const found: Standing['strata'][] = sources.map(() => [])
  for (const group of subjects.strata) {
    if (group.stratum === null) continue
    for (const [at, { sums, replicates }] of (await scoreGroup(setting, group, sources, strataDraw)).entries()) {
      if (sums.scored === 0) continue
      found[at]?.push({ ...group.stratum, targets: sums.scored, figures: figuresOf(scoring.figures, sums, replicates) })
    }
  }
  return found
}

function figuresOf(
  figures: readonly EvaluationFigure[],
  { totals }: ItemSums,
  replicates: Replicates,
): Record<string, Figure> {
  return Object.fromEntries(figures.map(({ key, of }, at) => [key, withLimits(of(totals), replicates[at])]))
}

function standingOf(scoring: Scoring, { source, sums, replicates }: Scored, strata: Standing['strata']): Standing {
  return {
    system: source.name,
    baseline: source.baseline,
    about: { ...source.about },
    scored: sums.scored,
    abstained: sums.abstained,
    missing: sums.missing,
    figures: figuresOf(scoring.figures, sums, replicates),
    confusion: scoring.confusion?.cells.map((row) => row.map((cell) => sums.totals[cell] ?? 0)) ?? null,
    strata,
  }
}

/** Best first by the first figure; undefined last; of equals by name. */
function compareStandings({ figures }: Scoring, one?: Standing, other?: Standing): number {
  if (!one || !other) return 0
  const { key, better } = figures[0]
  const [left, right] = [one.figures[key]?.value ?? null, other.figures[key]?.value ?? null]
  if (left !== right) {
    if (left === null) return 1
    if (right === null) return -1
    return better === 'low' ? left - right : right - left
  }
  return one.system < other.system ? -1 : 1
}

async function allPairs(setting: Standings, scored: readonly Scored[], order: readonly number[]): Promise<Pair[]> {
  const named = (name: string) => scored.find(({ source }) => source.name === name)
  const chosen: (readonly [Scored | undefined, Scored | undefined])[] = setting.pairs
    ? setting.pairs.map(([first, second]) => [named(first), named(second)])
    : pairsOf(order.filter((at) => scored[at]?.source.baseline === false)).map(([a, b]) => [scored[a], scored[b]])
  const pairs: Pair[] = []
  for (const [first, second] of chosen) if (first && second) pairs.push(await comparePair(setting, first, second))
  return pairs
}
