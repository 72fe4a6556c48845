import type { Prediction } from '@/lib/protocols/evaluation'
import { excerpt } from '@/lib/text/excerpt'
import type { Missed } from './report-schema'

/** So many are listed; all are counted. */
export const MOST_LISTED = 200
const TEXT_LENGTH = 120

/** Counts what counts nowhere, and lists the first of it. */
export class MissedList {
  count = 0
  readonly listed: Missed[] = []

  add(prediction: Omit<Prediction, 'value'>, line: number | null, reason: string): void {
    this.count++
    if (this.listed.length >= MOST_LISTED) return
    const { system, item, unit, text } = prediction
    this.listed.push({
      line,
      system,
      item,
      unit,
      text: text === null ? null : excerpt(text, TEXT_LENGTH),
      reason,
    })
  }
}
