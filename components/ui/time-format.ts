export type TimeFormat = 'datetime' | 'date' | 'relative'

const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
const DATETIME: Intl.DateTimeFormatOptions = { ...DATE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const A_WEEK_S = 604_800
const CLOCKS_APART_S = 10

/** Date, or date and time, in a zone of the IANA list; the device's own where left away. */
export function formatTime(value: Date, format: 'datetime' | 'date', timeZone?: string): string {
  return new Intl.DateTimeFormat('en-GB', { ...(format === 'date' ? DATE : DATETIME), timeZone }).format(value)
}

/** "3 minutes ago", "in less than a minute", up to a week away; the date beyond that. */
export function formatRelative(value: Date, now: Date, timeZone?: string): string {
  const seconds = (value.getTime() - now.getTime()) / 1000
  if (Math.abs(seconds) >= A_WEEK_S) return formatTime(value, 'date', timeZone)
  const [unit, size] = UNITS.find(([, s]) => Math.abs(seconds) >= s) ?? ['second', 1]
  // The clocks of the server and of this device differ by some seconds.
  if (unit === 'second') return seconds > CLOCKS_APART_S ? 'in less than a minute' : 'just now'
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.trunc(seconds / size), unit)
}
