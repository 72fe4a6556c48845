/** The settings and figures of a manifest in words, as the card and other descriptions tell them. Pure. */
import { FEWEST_UNMARKED, isMarked } from '@/lib/stats/interval-limits'
import type { ManifestFigure, ManifestMachines, ManifestStage } from './contract'

export const ROUTES: Readonly<Record<ManifestStage['consolidation'], string>> = {
  discussion: 'annotators settle their differences in a discussion',
  reviewer: 'a reviewer who did not annotate settles differences',
  majority: 'the majority stands, and a reviewer settles the rest',
  votes: 'votes are counted, nothing is settled',
}

const POLICIES = {
  shown: 'shown at once',
  hidden: 'hidden until answered',
  none: 'not shown',
  randomised: 'by chance',
} as const

export const ratersWords = ({
  raters,
  coverage,
  further,
}: Pick<ManifestStage, 'raters' | 'coverage' | 'further'>): string =>
  `${coverage === 100 ? raters : `${raters} on ${coverage}% of tasks, 1 on the rest`}${
    further > 0 ? `; one more on ${further}% drawn by chance` : ''
  }`

export const policyWords = ({ policy, shares }: ManifestMachines['policies'][number]): string =>
  shares
    ? `by chance: ${shares.shown}% shown, ${shares.hidden}% hidden until answered, ${shares.none}% none`
    : POLICIES[policy]

export const daysWords = ({ from, until }: { from: string | null; until: string | null }): string =>
  from === until ? (from ?? '') : `${from} to ${until}`

/** Stands behind an interval of few responses. */
const FEW = '†'
export const FEW_WORDS = `${FEW} few: fewer than ${FEWEST_UNMARKED} responses resampled, whose intervals hold less than they promise.`

/** A value with its interval, each as `format` writes it, marked where few responses were resampled; without a value, why there is none. */
export function figureWords(
  { value, low, high, words }: ManifestFigure,
  responses: number,
  format: (value: number) => string,
): string {
  if (value === null) return words ?? 'undefined'
  if (low === null || high === null) return format(value)
  return `${format(value)} (${format(low)} to ${format(high)})${isMarked(responses) ? FEW : ''}`
}
