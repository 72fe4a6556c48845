/** Durations as they are read: "8 s", "1 min 20 s", "12.5 h". */

const MINUTE = 60

export function secondsText(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < MINUTE) return `${Math.round(seconds)} s`
  const whole = Math.round(seconds)
  const rest = whole % MINUTE
  return rest === 0 ? `${Math.floor(whole / MINUTE)} min` : `${Math.floor(whole / MINUTE)} min ${rest} s`
}

export const minutesText = (minutes: number): string => secondsText(minutes * MINUTE)

/** Hours with one decimal while they are few. */
export const hoursText = (hours: number): string =>
  `${hours < 100 ? hours.toFixed(1) : Math.round(hours).toLocaleString('en')} h`

/** "3 November 2026" of 2026-11-03. */
export function dayText(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
}

/** "3 Nov" of 2026-11-03, for axes. */
export function shortDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
}
