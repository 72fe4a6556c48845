/** How macro averages are read, and how systems are ordered: the same for the report, the page and the command line. Pure. */
import type { Figure, Standing } from './report-schema'

/** What macro averages are over: classes fixed from the whole data, or those that occur in each resample. */
export const classReadings = ['fixed', 'resample'] as const
export type ClassReading = (typeof classReadings)[number]

/** The key of the strata of how far annotators agreed; no task has one of this name. */
export const AGREED = 'agreed'
/**
 * Its values, in the order in which they stand side by side. `single`: one annotator rated it; `settled`: people decided, and did not just
 * agree. A settled unit has another value beside it where it was rated.
 */
export const agreedValues = ['unanimous', 'majority', 'split', 'single', 'settled'] as const
export type AgreedValue = (typeof agreedValues)[number]
export const agreedTexts: Readonly<Record<AgreedValue, string>> = {
  unanimous: 'Unanimous',
  majority: 'Majority',
  split: 'Split',
  single: 'One annotator',
  settled: 'Settled by people',
}

/** Of an item that is scored as a whole: what of these agrees least, and `settled` where anything of it was. */
const LEAST_FIRST = ['split', 'majority', 'single', 'unanimous'] as const
export function agreedOfParts(parts: readonly (readonly AgreedValue[])[]): AgreedValue[] {
  const all = new Set(parts.flat())
  const least = LEAST_FIRST.find((value) => all.has(value))
  return [...(least ? [least] : []), ...(all.has('settled') ? (['settled'] as const) : [])]
}

/** The values of one stratum as they stand side by side. */
export function inOrder(key: string, values: readonly string[]): string[] {
  const agreedOrder: readonly string[] = agreedValues
  return values.toSorted((one, other) =>
    key === AGREED
      ? agreedOrder.indexOf(one) - agreedOrder.indexOf(other)
      : one.localeCompare(other, 'en', { numeric: true }),
  )
}

/* A figure of part of the gold is not that of the whole, however high: only what was scored on all of it has a rank, and the rest stands below. */

type Placed = Pick<Standing, 'baseline' | 'missing' | 'leftOut' | 'figures'>
type Better = 'high' | 'low' | null

/** Was it scored on all of the gold, by this scoring? */
export const isFullyCovered = ({ missing, leftOut }: Pick<Placed, 'missing' | 'leftOut'>): boolean =>
  missing === 0 && leftOut === 0

/** Negative where `one` stands first: at full coverage before the rest, then better before worse, undefined last. 0 for equals. */
export function rankedFirst(one: Placed, other: Placed, figure: string, better: Better): number {
  const coverage = Number(isFullyCovered(other)) - Number(isFullyCovered(one))
  return coverage !== 0 ? coverage : byFigure(one.figures[figure], other.figures[figure], better)
}

function byFigure(one: Figure | undefined, other: Figure | undefined, better: Better): number {
  const [left, right] = [one?.value ?? null, other?.value ?? null]
  if (left === null || right === null) return Number(left === null) - Number(right === null)
  return better === 'low' ? left - right : right - left
}

/** Ranks from 1, by figure: equals share theirs. null for baselines, and for what was not scored on all or is undefined. */
export function ranksOf(sorted: readonly Placed[], figure: string, better: Better): (number | null)[] {
  const ranked = sorted.filter(
    (each) => !each.baseline && isFullyCovered(each) && (each.figures[figure]?.value ?? null) !== null,
  )
  return sorted.map((each) => {
    if (!ranked.includes(each)) return null
    return 1 + ranked.filter((other) => byFigure(other.figures[figure], each.figures[figure], better) < 0).length
  })
}

/** How the order comes about, in a sentence; empty where there are baselines only. */
export function orderWords(standings: readonly Placed[]): string {
  const systems = standings.filter(({ baseline }) => !baseline)
  if (systems.length === 0) return ''
  const full = systems.filter(isFullyCovered).length
  if (full === systems.length) return 'All systems were scored on all of the gold, and are ranked by the figure.'
  if (full === 0) return 'No system was scored on all of the gold, so none has a rank; compare them in pairs.'
  return 'Ranked are the systems that were scored on all of the gold; the others stand below, without a rank.'
}
