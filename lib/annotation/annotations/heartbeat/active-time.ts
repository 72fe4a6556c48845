/** Time in use: the pauses between signs of activity, each counted only when it is shorter than `IDLE_AFTER_MS`. */
import { IDLE_AFTER_MS } from '@/lib/annotation/annotations/contract'

/** The most that one report may hold. */
const LONGEST_REPORT_S = 600

export interface ActiveTime {
  lastActivity: number
  ms: number
}

export const newActiveTime = (now: number): ActiveTime => ({ lastActivity: now, ms: 0 })

export function noteActivity(time: ActiveTime, now: number): void {
  const pause = now - time.lastActivity
  if (pause > 0 && pause < IDLE_AFTER_MS) time.ms += pause
  time.lastActivity = now
}

/** Whole seconds to report now; the rest stays. */
export function takeSeconds(time: ActiveTime): number {
  const seconds = Math.min(LONGEST_REPORT_S, Math.floor(time.ms / 1000))
  time.ms -= seconds * 1000
  return seconds
}

/** The report did not arrive. */
export function putBack(time: ActiveTime, seconds: number): void {
  time.ms += seconds * 1000
}
