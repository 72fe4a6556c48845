'use client'

import { useSyncExternalStore } from 'react'
import { formatRelative, formatTime, type TimeFormat } from './time-format'

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
