/** The pure part of progress: curves, forecasts, and what is said of them. */
import { IDLE_AFTER_MS } from '@/lib/annotation/annotations/contract'
import { seededRandom } from '@/lib/stats/seeded-random'
import {
  ACTIVE_DAYS,
  FORECAST_RUNS,
  FORECAST_SEED,
  FORECAST_SHARE,
  type Forecast,
  LEAST_ACTIVE_DAYS,
  LONGEST_FORECAST_DAYS,
  MIN_OBSERVATIONS,
  MOST_TIMED,
  ONE_ACT_MS,
  type Point,
  type ProgressQuery,
} from './contract'

const DAY_MS = 86_400_000
const IDLE_S = IDLE_AFTER_MS / 1000

export const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
const plusDays = (day: string, days: number): string => dayOf(new Date(Date.parse(day) + days * DAY_MS))
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)

/** The Monday of the day's week. */
export function mondayOf(day: string): string {
  return plusDays(day, -((new Date(Date.parse(day)).getUTCDay() + 6) % 7))
}

/** What happened on a day (UTC). */
export interface DayCounts {
  day: string
  items: number
  revealed: number
  gold: number
}

/** Sums since the start, one point for every day or week on which anything happened. */
export function burnUp(days: readonly DayCounts[], by: ProgressQuery['by']): Point[] {
  const points = new Map<string, Point>()
  const sums = { items: 0, revealed: 0, gold: 0 }
  for (const { day, items, revealed, gold } of days.toSorted((a, b) => a.day.localeCompare(b.day))) {
    sums.items += items
    sums.revealed += revealed
    sums.gold += gold
    const periodStart = by === 'week' ? mondayOf(day) : day
    points.set(periodStart, { day: periodStart, ...sums })
  }
  return [...points.values()]
}

/**
 * When what is left will be done, if the days to come are like those since the `ACTIVE_DAYS`-th last active one, idle days
 * among them: each of `FORECAST_RUNS` seeded runs draws whole days, with replacement, until nothing is left; today is
 * the first day that it fills. Days are taken for independent and alike.
 */
export function forecastOf(left: number, done: ReadonlyMap<string, number>, today: string): Forecast {
  const active = [...done.keys()].filter((day) => day < today && (done.get(day) ?? 0) > 0).sort()
  const [first] = active.slice(-ACTIVE_DAYS)
  const length = first === undefined ? 0 : daysBetween(first, today)
  const window = Array.from({ length }, (_, index) => done.get(plusDays(first ?? today, index)) ?? 0)
  const activeDays = Math.min(active.length, ACTIVE_DAYS)
  const head = { left, days: length, activeDays }
  const none = { ...head, median: null, earliest: null, latest: null }
  if (left === 0) return { ...none, words: 'Nothing is left to do.' }
  if (activeDays < LEAST_ACTIVE_DAYS)
    return {
      ...none,
      words: tooFewDays(activeDays),
    }
  const lengths = runs(left, window)
  const quantileDay = (p: number) => {
    const days = lengths[Math.max(0, Math.ceil(p * lengths.length) - 1)] ?? Number.POSITIVE_INFINITY
    return Number.isFinite(days) ? plusDays(today, days - 1) : null
  }
  const tail = (1 - FORECAST_SHARE) / 2
  const [earliest, median, latest] = [quantileDay(tail), quantileDay(0.5), quantileDay(1 - tail)]
  return { ...head, median, earliest, latest, words: median === null ? 'At this pace, more than two years.' : null }
}

const tooFewDays = (active: number): string =>
  `It is too early to tell: a forecast needs ${LEAST_ACTIVE_DAYS} days before today on which something was completed, and there ${active === 1 ? 'is' : 'are'} ${active === 0 ? 'none' : active} so far.`

/** Days that each run takes, ascending; infinite where it was given up. */
function runs(left: number, window: readonly number[]): Float64Array {
  const next = seededRandom(FORECAST_SEED)
  const lengths = new Float64Array(FORECAST_RUNS)
  for (let run = 0; run < FORECAST_RUNS; run++) {
    let [rest, days] = [left, 0]
    while (rest > 0 && days < LONGEST_FORECAST_DAYS) {
      rest -= window[next(window.length)] ?? 0
      days += 1
    }
    lengths[run] = rest > 0 ? Number.POSITIVE_INFINITY : days
  }
  return lengths.sort()
}

/**
 * Hours for items still to be annotated, from the minutes of those that are: the sum of as many draws as are left, with the
 * mean itself uncertain; limits by the normal approximation, 95 %. null below `MIN_OBSERVATIONS`.
 */
export function hoursLeft(
  items: number,
  { n, mean, sd }: { n: number; mean: number; sd: number },
): { items: number; hours: number; low: number; high: number } | null {
  if (n < MIN_OBSERVATIONS) return null
  const hours = (items * mean) / 60
  const spread = (1.959963984540054 * sd * Math.sqrt((items * items) / n + items)) / 60
  return { items, hours, low: Math.max(0, hours - spread), high: hours + spread }
}

/** How these figures are made. */
export const PROGRESS_RULES = [
  'A task is annotated on the day (UTC) on which the last of its annotators submitted, and gold on the day on which its answers became gold. Discarded items count nowhere; what was sent back counts again once it is annotated again.',
  `Forecast: ${FORECAST_RUNS.toLocaleString('en')} runs, seed ${FORECAST_SEED}, each draws whole days until nothing is left, from the days that hold the last ${ACTIVE_DAYS} on which something was completed (days without work between them count, today does not). Given are the median and the range of the middle ${FORECAST_SHARE * 100}% of runs. It holds if the days to come are like these days. Imported gold is no work and counts in no pace.`,
  `Minutes per decision: the time since the previous change in the same annotation; what is longer than ${IDLE_S} seconds, after which the workbench no longer counts anybody as working, counts as ${IDLE_S} seconds and is marked as cut. Changes within ${ONE_ACT_MS / 1000} seconds are one act, whose time is shared equally. A decision is one question on one unit by one person, with all its changes. Decisions are those of the ${MOST_TIMED.toLocaleString('en')} annotations of a stage that were submitted last.`,
  `Active minutes are counted by the workbench: pauses of ${IDLE_S} seconds or more without a key, a click or a movement do not count.`,
  `Times are of round 1, submitted, by people, of tasks whose annotators have all submitted. With fewer than ${MIN_OBSERVATIONS} observations only counts are shown. Consolidation is not timed.`,
] as const
