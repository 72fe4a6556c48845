import type { Difference } from '@/lib/quality/anchoring/contract'

const MINUS = '−'

export const countText = (count: number) => count.toLocaleString('en')

/** A part of a whole in percent with one decimal; a dash where there is no whole. */
export const shareText = (part: number, whole: number) => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)}%`)

/** A difference of shares in percentage points: "+4.2", "−0.5"; what rounds to zero has no sign. */
export function pointsText(difference: number): string {
  const text = Math.abs(difference * 100).toFixed(1)
  if (text === '0.0') return text
  return `${difference < 0 ? MINUS : '+'}${text}`
}

/** A distance between 0 and 1, in percent. */
export const distanceText = (distance: number) => `${(distance * 100).toFixed(1)}%`

/** "+1.0 to +7.5"; null where there are no limits. */
export function limitsText({ low, high }: Difference, format: (value: number) => string): string | null {
  return low === null || high === null ? null : `${format(low)} to ${format(high)}`
}

/** Seconds as people say them: "48 s", "3 min 5 s". */
export function secondsText(seconds: number): string {
  const whole = Math.round(seconds)
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`
}
