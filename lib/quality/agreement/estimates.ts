/** Statistics as they are told: with an interval where there is one, or with the reason why there is no value. */
import type { Estimate } from '@/lib/stats/result'
import { type EstimateView, MIN_UNITS, type NoValueReason } from './contract'
import type { IntervalView } from './intervals'
import { type FigureName, noValueWords } from './rules'

/** What a figure is of. */
export interface About {
  /** Units that enter it. */
  n: number
  /** The text of the only value in use, where there is only one. */
  only: string | null
}

/** A figure as it is told. With too few units there is none, whatever was computed. */
export function presentEstimate(
  figure: FigureName,
  estimate: Estimate,
  about: About,
  interval?: IntervalView,
): EstimateView {
  if (about.n > 0 && about.n < MIN_UNITS) return withoutValue(figure, 'too-few-units', about)
  if (estimate.value === null) return withoutValue(figure, estimate.reason, about)
  return { value: estimate.value, reason: null, words: null, interval: interval ?? null }
}

export const withoutValue = (figure: FigureName, reason: NoValueReason, about: About): EstimateView => ({
  value: null,
  reason,
  interval: null,
  words: noValueWords(reason, figure, about),
})
