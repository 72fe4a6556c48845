/** How fast bytes go by, and how long the rest will take, from how far something had come at several moments. Pure. */

/** The rate is that of so many milliseconds, so that a pause shows and a hiccup does not. */
const WINDOW_MS = 15_000
/** Under this nothing is said: a first moment is no rate. */
const LEAST_MS = 1_500

export interface Moment {
  /** Milliseconds. */
  at: number
  bytes: number
}

/** The moments that count, with this one. What began anew counts from there. */
export function withMoment(moments: readonly Moment[], next: Moment): Moment[] {
  const last = moments.at(-1)
  if (last && next.bytes < last.bytes) return [next]
  const recentMoments = moments.filter(({ at }) => next.at - at <= WINDOW_MS)
  return [...recentMoments, next]
}

/** Bytes in a second; null while it is not known. */
export function rateOf(moments: readonly Moment[]): number | null {
  const [first, last] = [moments[0], moments.at(-1)]
  if (!first || !last || last.at - first.at < LEAST_MS || last.bytes <= first.bytes) return null
  return ((last.bytes - first.bytes) * 1000) / (last.at - first.at)
}

/** "12.5 MB/s, about 3 minutes left"; null while nothing is known. `byteSize`: of all that is to be done. */
export function paceText(moments: readonly Moment[], byteSize: number): string | null {
  const rate = rateOf(moments)
  if (rate === null) return null
  const left = Math.max(0, byteSize - (moments.at(-1)?.bytes ?? 0)) / rate
  const speed = rate < 1_000_000 ? `${Math.round(rate / 1000)} kB/s` : `${(rate / 1_000_000).toFixed(1)} MB/s`
  return left === 0 ? speed : `${speed}, ${timeLeft(left)}`
}

function timeLeft(seconds: number): string {
  if (seconds < 60) return 'less than a minute left'
  const minutes = Math.round(seconds / 60)
  return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`
}
