/** Words and small sums of the disagreement pages. */
import { MIN_UNITS } from '@/lib/quality/agreement/contract'
import type { CauseKey, Share } from './contract'

/** The standard normal quantile of 97.5 %. */
export const Z = 1.959963984540054

/**
 * Wilson's score interval of a share, 95 % (Wilson 1927, JASA 22:209): the shares p for which |x/n - p| is at most
 * z sqrt(p(1-p)/n). It takes the n for independent. null without any.
 */
export function wilson(count: number, of: number): { low: number; high: number } | null {
  if (of === 0) return null
  const share = count / of
  const spread = Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of))
  const middle = share + (Z * Z) / (2 * of)
  const scale = 1 + (Z * Z) / of
  // At the ends rounding must not leave a crumb beyond 0 and 1.
  return {
    low: count === 0 ? 0 : Math.max(0, (middle - spread) / scale),
    high: count === of ? 1 : Math.min(1, (middle + spread) / scale),
  }
}

/** Below `MIN_UNITS` counts only. */
export function shareOf(count: number, of: number): Share {
  if (of < MIN_UNITS) return { of, count, share: null, interval: null }
  return { of, count, share: count / of, interval: wilson(count, of) }
}

/** The words for each cause, as at consolidation, and for where none was named. */
export const CAUSE_TITLE: Record<CauseKey, string> = {
  slip: 'Slip',
  interpretation: 'Interpretation',
  claim_too_complex: 'Claim too complex',
  indirect_evidence: 'Indirect evidence',
  guideline_gap: 'Gap in the guidelines',
  none: 'None given',
}

/** The bands of `BANDS`, in words. */
export const BAND_TITLE = ['none', 'up to 25%', 'over 25 to 50%', 'over 50 to 75%', 'over 75%'] as const

export const DISCUSSION_RULES = [
  'After is what the annotators stood by when their item was settled, having seen and discussed each other’s answers. It is not agreement of independent annotators: it never enters the figures of agreement, and it is not evidence of reliability.',
  'Before are the frozen, independent answers of round 1 to the same units of the same items, so that the two can be compared; only gold counts.',
  `Intervals of agreement are 95% intervals on the arcsine scale from 2,000 resamples of whole responses, seed 1, before and after drawn together.`,
  'Counted below are the disagreements of round 1 on items that became gold in round 1. A person gave way when a discussion between annotators ended on a value that another of them had given and they had not.',
  `Shares have Wilson’s 95% interval, which takes one disagreement for independent of the next; with fewer than ${MIN_UNITS} only counts are shown.`,
] as const

/** Where the items of a cause are listed: `any` for every disagreement. */
export function itemsOfCause(
  projectId: string,
  stage: string,
  { cause, question }: { cause: CauseKey | 'any'; question?: { key: string; unitKind: string } },
): string {
  const entries = { stage, cause, ...(question ? { question: question.key, kind: question.unitKind } : {}) }
  return `/projects/${projectId}/items?${new URLSearchParams(entries)}`
}

/** The three ways to look at disagreements, in the order of their tabs. */
export const VIEWS = [
  { view: 'difficulty', title: 'Difficult items' },
  { view: 'causes', title: 'Causes' },
  { view: 'discussion', title: 'Before and after discussion' },
] as const
export type DisagreementView = (typeof VIEWS)[number]['view']

/** The address of a view; what is left out has its default. */
export function disagreementsHref(
  projectId: string,
  searchParams: Readonly<Record<string, string | number | null | undefined>>,
): string {
  const entries = Object.entries(searchParams).flatMap(([name, value]) =>
    value === null || value === undefined ? [] : [[name, String(value)]],
  )
  return `/projects/${projectId}/agreement/disagreements?${new URLSearchParams(entries)}`
}
