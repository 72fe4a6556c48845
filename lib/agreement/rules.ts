/** How agreement is counted and said in words: the same sentences for the page, the API and the command line. */
import type { UndefinedReason } from '@/lib/stats/result'
import { type Cell, CONFIDENCE, MIN_UNITS, RESAMPLES, SEED, THRESHOLDS } from './contract'

/** How the figures are made. */
export const RULES = {
  data: 'Counted are the answers that annotators submitted in round 1, independently and before they could see each other’s, of tasks whose annotators have all submitted. Answers changed later, discarded items and imported work that was not independent do not count.',
  percent:
    'Percent agreement: the mean, over units with two ratings or more, of the share of agreeing pairs of ratings. Pooled: every unit counts the same, whatever its domain.',
  kappa:
    'Cohen’s kappa for each pair of annotators, over the units that both rated; chance agreement comes from each annotator’s own shares.',
  alpha: 'Krippendorff’s alpha over all annotators, with gaps; units with fewer than two ratings count nowhere.',
  interval: `${CONFIDENCE * 100}% percentile intervals from ${RESAMPLES.toLocaleString('en')} bootstrap resamples of whole responses, seed ${SEED}.`,
  smallSamples: `With fewer than ${MIN_UNITS} units of two ratings or more only counts are shown.`,
} as const

export type NoValueReason = UndefinedReason | 'too-few-units'

/** What a figure that has no value is missing, in a sentence. `only`: the one value in use, as its text. */
export function noValueWords(
  reason: NoValueReason,
  figure: 'percent' | 'kappa' | 'alpha',
  about: { n: number; only: string | null },
): string {
  if (reason === 'too-few-units') return `Too few units (${about.n} of at least ${MIN_UNITS}): counts only.`
  if (reason === 'no-pairable-units') return 'No unit was rated by two annotators.'
  if (reason === 'no-variation') return noVariation(figure, about.only)
  if (reason === 'single-category-universe') return 'Only one value can be given, so there is nothing to agree on.'
  return 'There is nothing to summarise.'
}

function noVariation(figure: 'percent' | 'kappa' | 'alpha', only: string | null): string {
  const every = only === null ? 'every rating is the same' : `every rating is “${only}”`
  return figure === 'alpha'
    ? `No variation: ${every}, so no disagreement was to be expected and alpha is undefined; percent agreement is 100%.`
    : `No variation: ${every}, so chance agreement is 1 and kappa is undefined; percent agreement is 100%.`
}

/** Where an interval of alpha lies, said against Krippendorff's lines. */
export function standing({ low, high }: { low: number; high: number }): string {
  const [tentative, reliable] = THRESHOLDS
  if (low >= reliable) return 'The interval lies at or above 0.80.'
  if (high < tentative) return 'The interval lies below 0.667.'
  if (low >= tentative && high < reliable) return 'The interval lies between 0.667 and 0.80.'
  if (low < tentative && high >= reliable) return 'The interval reaches across both 0.667 and 0.80.'
  return low < tentative ? 'The interval reaches across 0.667.' : 'The interval reaches across 0.80.'
}

/** What items can be filtered by when a list of their positions would be too long. */
export interface ItemsFilter {
  stage?: string
  measure?: string
  domain?: string | null
  a?: string
  b?: string
  /** Keys of one annotator or two, separated by a comma. */
  raters?: string
}

/**
 * Where the items behind a figure are listed: by position where these are given, else by the filter; null when there is
 * nothing to show or no way to say it.
 */
export function itemsBehind(projectId: string, items: Cell['items'], filter: ItemsFilter | null): string | null {
  const base = `/projects/${projectId}/items`
  if (items) return items.length === 0 ? null : `${base}?ids=${items.join(',')}`
  // Items without a domain cannot be filtered for, and leaving the domain out would list too many.
  if (filter?.domain === null) return null
  const entries = Object.entries(filter ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return entries.length === 0 ? null : `${base}?${new URLSearchParams(entries)}`
}
