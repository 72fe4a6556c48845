import type { Scale } from '@/components/ui/chart-scale'
import type { Figure, ScoringReport, Standing } from '@/lib/gold/evaluation/report/contract'
import { rankedFirst } from '@/lib/gold/evaluation/scoring/rules'

export type FigureHead = ScoringReport['figures'][number]

const MINUS = '−'
const NUMBERS = new Intl.NumberFormat('en')

export const formatCount = (count: number): string => NUMBERS.format(count)

/** A share with one decimal: 91.3%; only what is all or nothing reads 100% or 0%. Other numbers with three figures. */
export function formatFigure(form: FigureHead['form'], value: number): string {
  const size = Math.abs(value)
  const text = form === 'share' ? shareText(size) : numberText(size)
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text
}

function shareText(size: number): string {
  if (size === 1) return '100%'
  if (size === 0) return '0%'
  return `${(size < 1 ? Math.min(99.9, Math.max(0.1, size * 100)) : size * 100).toFixed(1)}%`
}

function numberText(size: number): string {
  return size >= 1000 ? NUMBERS.format(Math.round(size)) : Number(size.toPrecision(3)).toString()
}

/** A difference of two figures; of shares in percentage points: +3.2 points. */
export function formatDifference(form: FigureHead['form'], value: number): string {
  const size = Math.abs(value)
  const text = form === 'share' ? `${(size * 100).toFixed(1)} points` : numberText(size)
  if (!/[1-9]/.test(text)) return text
  return `${value < 0 ? MINUS : '+'}${text}`
}

/** "0.31 to 0.62"; null where nothing was resampled. */
export function intervalWords({ low, high }: Figure, format: (value: number) => string): string | null {
  return low === null || high === null ? null : `${format(low)} to ${format(high)}`
}

const REASONS: Readonly<Record<string, string>> = {
  empty: 'Undefined: there is nothing to divide by',
  'k-is-zero': 'Undefined: K is 0',
  'no-variation': 'Undefined: all values are the same',
  infinite: 'Infinite: a value that somebody gave has a probability of 0',
  'no-pairable-units': 'Undefined: nothing is common to both',
  'single-category-universe': 'Undefined: there is only one value',
}

/** Why a figure has no value. */
export const reasonWords = (reason: string | null): string =>
  reason === null ? 'Undefined' : (REASONS[reason] ?? `Undefined: ${reason}`)

/** One scale for all figures of a column: shares from 0 to 1, numbers from the lowest to the highest limit. */
export function scaleOf(form: FigureHead['form'], figures: readonly (Figure | undefined)[]): Scale {
  if (form === 'share') return { from: 0, to: 1 }
  const ends = figures.flatMap((each) => [each?.value, each?.low, each?.high].filter((end) => typeof end === 'number'))
  if (ends.length === 0) return { from: 0, to: 1 }
  const from = Math.min(0, ...ends)
  const to = Math.max(...ends)
  return { from, to: to > from ? to : from + 1 }
}

/** The same of differences, with zero in the middle. */
export function differenceScale(figures: readonly (Figure | undefined)[]): Scale {
  const ends = figures.flatMap((each) => [each?.value, each?.low, each?.high].filter((end) => typeof end === 'number'))
  const reach = Math.max(0.01, ...ends.map(Math.abs))
  return { from: -reach, to: reach }
}

/** By a figure: what was scored on all of the gold first, best before worse, undefined last; equals in the order that they had. */
export const orderBy = (standings: readonly Standing[], { key, better }: FigureHead): Standing[] =>
  standings.toSorted((a, b) => rankedFirst(a, b, key, better))
