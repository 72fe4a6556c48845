import type { EstimateView } from '@/lib/quality/agreement/contract'

const MINUS = '−'

/** A coefficient with two decimals and a true minus: −0.05. What rounds to zero has no sign. */
export function formatCoefficient(value: number): string {
  const text = Math.abs(value).toFixed(2)
  return value < 0 && text !== '0.00' ? MINUS + text : text
}

/** A share with one decimal: 91.3%. Only what is all or nothing reads 100% or 0%. */
export function formatShare(share: number): string {
  if (share === 1) return '100%'
  if (share === 0) return '0%'
  const tenths = Math.min(99.9, Math.max(0.1, share * 100))
  return `${tenths.toFixed(1)}%`
}

export const formatCount = (count: number): string => count.toLocaleString('en')

/** "12 segments", "1 segment". */
export const countOf = (count: number, word: string): string => `${formatCount(count)} ${word}${count === 1 ? '' : 's'}`

/** A unit of analysis in the plural: "segments called false". */
export const pluralOf = (unit: string): string => unit.replace(/^\p{L}+/u, '$&s')

/** "31 segments called false", "1 segment called false". */
export const unitsOf = (count: number, unit: string): string =>
  `${formatCount(count)} ${count === 1 ? unit : pluralOf(unit)}`

/** The interval of a figure: "0.31 to 0.62"; null where there is none. */
export function formatInterval(estimate: EstimateView, format: (value: number) => string): string | null {
  const { interval } = estimate
  return interval ? `${format(interval.low)} to ${format(interval.high)}` : null
}
