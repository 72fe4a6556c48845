'use client'
import { useSyncExternalStore } from 'react'

type TimeFormat = 'datetime' | 'date' | 'relative'

const DATE: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
const DATETIME: Intl.DateTimeFormatOptions = { ...DATE, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
const UNITS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const A_WEEK_S = 604_800
const CLOCKS_APART_S = 10

/** Made once: making a formatter takes a hundred times as long as using it, and a page shows hundreds of times. */
const ago = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(format: 'datetime' | 'date', timeZone: string | undefined): Intl.DateTimeFormat {
  const key = `${format} ${timeZone}`
  const cachedFormatter = formatters.get(key)
  if (cachedFormatter) return cachedFormatter
  const newFormatter = new Intl.DateTimeFormat('en-GB', { ...(format === 'date' ? DATE : DATETIME), timeZone })
  // The device's own zone changes when it travels.
  if (timeZone) formatters.set(key, newFormatter)
  return newFormatter
}

/** Date, or date and time, in a zone of the IANA list; the device's own where left away. */
export const formatTime = (value: Date, format: 'datetime' | 'date', timeZone?: string): string =>
  formatterOf(format, timeZone).format(value)

/** "3 minutes ago", "in less than a minute", up to a week away; the date beyond that. */
export function formatRelative(value: Date, now: Date, timeZone?: string): string {
  const seconds = (value.getTime() - now.getTime()) / 1000
  if (Math.abs(seconds) >= A_WEEK_S) return formatTime(value, 'date', timeZone)
  const [unit, size] = UNITS.find(([, s]) => Math.abs(seconds) >= s) ?? ['second', 1]
  // The clocks of the server and of this device differ by some seconds.
  if (unit === 'second') return seconds > CLOCKS_APART_S ? 'in less than a minute' : 'just now'
  return ago.format(Math.trunc(seconds / size), unit)
}

const MINUTE_MS = 60_000

function everyMinute(notify: () => void) {
  const timer = setInterval(notify, MINUTE_MS)
  return () => clearInterval(timer)
}

type TimeProps = {
  value: Date | string
  format?: TimeFormat
  className?: string
}

/** A moment in the reader's zone, with UTC on hover. The server writes UTC; the browser replaces it after hydration. */
export function Time({ value, format = 'datetime', className }: TimeProps) {
  const date = typeof value === 'string' ? new Date(value) : value
  const utc = `${formatTime(date, 'datetime', 'UTC')} UTC`
  const text = useSyncExternalStore(
    everyMinute,
    () => (format === 'relative' ? formatRelative(date, new Date()) : formatTime(date, format)),
    () => (format === 'date' ? formatTime(date, 'date', 'UTC') : utc),
  )
  return (
    <time dateTime={date.toISOString()} title={utc} className={className}>
      {text}
    </time>
  )
}
