import type { IntervalMethod } from '@/lib/stats/interval-limits'

/** What each way to make limits is called where one is chosen. */
export const METHOD_TITLES: Readonly<Record<IntervalMethod, string>> = {
  arcsine: 'Arcsine, by the spread of the resamples',
  percentile: 'Percentile, by the quantiles of the resamples',
}
