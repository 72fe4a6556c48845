/** How agreement is counted and said in words: the same sentences for the page, the API and the command line. */

import {
  FEWEST_ANNOTATORS,
  FEWEST_RESAMPLED,
  FEWEST_UNMARKED,
  INTERVAL_METHOD,
  type IntervalMethod,
  whyNoVerdict,
} from '@/lib/stats/interval-limits'
import type { SliceKind } from '@/lib/workspace/items/contract'
import { COEFFICIENTS } from './coefficients'
import {
  CONFIDENCE,
  type CoefficientKey,
  type EstimateView,
  MIN_UNITS,
  type NoValueReason,
  RESAMPLES,
  SEED,
  type StageAgreement,
  THRESHOLDS,
} from './contract'
import type { PairCoefficientKey } from './detail/contract'

const CHOSEN_ORDERS = {
  imported: 'For a time from {since} on, tasks were given out in an order that followed what models say.',
  random: 'For a time from {since} on, tasks were given out in an order that followed what models say.',
  disagreement: 'Since {since}, tasks on which models disagree most have been given out first.',
  least_sure: 'Since {since}, tasks of which models are least sure have been given out first.',
} as const

/** Why the figures of a stage need not hold for all of its items. */
export const chosenText = ({ order, since }: NonNullable<StageAgreement['chosen']>): string =>
  `${CHOSEN_ORDERS[order].replace('{since}', since.slice(0, 10))} Until all tasks are finished, those counted are a chosen sample: their figures need not hold for all items.`

/** How limits were made, in sentences: "95% ... from 2,000 resamples". */
export const METHOD_WORDS: Readonly<Record<IntervalMethod, string>> = {
  arcsine: 'intervals on the arcsine scale',
  percentile: 'percentile intervals',
}

/** For whom intervals hold. */
export const ANNOTATORS_WORDS = `Intervals hold the annotators fixed: they say how far the figure would vary with other responses and the same people. Where ${FEWEST_ANNOTATORS} annotators or more rated units twice, percent agreement and alpha also have limits from resamples of annotators and responses at once, for other people like these; two copies of one annotator are not compared with each other.`

/** How the figures are made. */
export const RULES = {
  data: 'Counted are the answers that annotators submitted in round 1, independently and before they could see each other’s, of tasks whose annotators have all submitted. Answers changed later, discarded items and imported work that was not independent do not count.',
  percent:
    'Percent agreement: the mean, over units with two ratings or more, of the share of agreeing pairs of ratings. Pooled: every unit counts the same, whatever its domain.',
  kappa:
    'Cohen’s kappa for each pair of annotators, over the units that both rated; chance agreement comes from each annotator’s own shares.',
  alpha: 'Krippendorff’s alpha over all annotators, with gaps; units with fewer than two ratings count nowhere.',
  interval: `${CONFIDENCE * 100}% ${METHOD_WORDS[INTERVAL_METHOD]} from ${RESAMPLES.toLocaleString('en')} bootstrap resamples of whole responses, seed ${SEED}. Only responses with a unit of two ratings or more are resampled. An interval of no width, such as 100% to 100%, says only that nothing differed in the sample.`,
  annotators: ANNOTATORS_WORDS,
  gold: 'Beside an annotator, gold stands without that annotator’s own answers: what a third person settled stays, everything else is what more than half of the other annotators chose. Units of which nothing is left, such as single-rated ones, are left out.',
  smallSamples: `With fewer than ${MIN_UNITS} units of two ratings or more only counts are shown. With fewer than ${FEWEST_RESAMPLED} responses to resample there is no interval, and with fewer than ${FEWEST_UNMARKED} it is marked, since intervals of so few hold less than they promise.`,
} as const

/** Any figure that is told as an estimate; `figure` stands for those of comparisons, whose names their protocol gives. */
export type FigureName = CoefficientKey | PairCoefficientKey | 'figure'

/** What a figure that has no value is missing, in a sentence. `only`: the one value in use, as its text. */
export function noValueWords(
  reason: NoValueReason,
  figure: FigureName,
  about: { n: number; only: string | null },
): string {
  switch (reason) {
    case 'too-few-units':
      return `Too few units (${about.n} of at least ${MIN_UNITS}): counts only.`
    case 'no-pairable-units':
      return 'No unit was rated by two annotators.'
    case 'no-variation':
      return noVariation(figure, about.only)
    case 'single-category-universe':
      return 'Only one value can be given, so there is nothing to agree on.'
    case 'incomplete-data':
      return 'Not every unit was rated by the same number of people, which Fleiss’ kappa needs: read Krippendorff’s alpha, which allows for gaps.'
    case 'not-two-categories':
      return 'It is made for two values only.'
    case 'empty':
    case 'k-is-zero':
      return 'There is nothing to summarise.'
  }
}

function noVariation(figure: FigureName, only: string | null): string {
  const every = only === null ? 'every rating is the same' : `every rating is “${only}”`
  if (figure === 'alpha' || figure === 'alphaWeighted')
    return `No variation: ${every}, so no disagreement was to be expected and alpha is undefined; percent agreement is 100%.`
  if (figure === 'icc' || figure === 'iccAgreement')
    return `No variation: ${every}, so that nothing varies between units and the intraclass correlation is undefined; percent agreement is 100%.`
  const name = figure === 'figure' ? 'the figure' : COEFFICIENTS[figure].title
  const chance = figure === 'cohen' || figure === 'meanCohen' ? 'kappa' : name
  return `No variation: ${every}, so chance agreement is 1 and ${chance} is undefined; percent agreement is 100%.`
}

type LimitsOfAlpha = Pick<NonNullable<EstimateView['interval']>, 'low' | 'high' | 'resamples' | 'undefinedResamples'>

/** Where an interval of alpha lies, said against Krippendorff's lines; nothing is concluded from one without width or from too few resamples. */
export function standing(interval: LimitsOfAlpha): string {
  const { low, high } = interval
  const why = whyNoVerdict(interval)
  if (why === 'no-width') return 'No verdict: the limits coincide, since nothing differed in the sample.'
  if (why === 'undefined') return 'No verdict: alpha is undefined in too many of the resamples.'
  const [tentative, reliable] = THRESHOLDS
  if (low >= reliable) return 'The interval lies at or above 0.80.'
  if (high < tentative) return 'The interval lies below 0.667.'
  if (low >= tentative && high < reliable) return 'The interval lies between 0.667 and 0.80.'
  if (low < tentative && high >= reliable) return 'The interval reaches across both 0.667 and 0.80.'
  return low < tentative ? 'The interval reaches across 0.667.' : 'The interval reaches across 0.80.'
}

const ARMS: Readonly<Record<string, string>> = {
  shown: 'Suggestion shown at once',
  hidden: 'Suggestion hidden until answered',
  none: 'No suggestion',
}
const NO_VALUE: Record<SliceKind, string> = {
  domain: 'No domain',
  tag: 'No tag',
  source: 'No source',
  guideline: 'Different guidelines, or unknown',
  arm: 'No arm, or different ones',
  week: 'No week',
}

/** What a slice is called. `domains`: the protocol's words for domains. */
export function sliceTitle(by: SliceKind, value: string | null, domains: Readonly<Record<string, string>>): string {
  if (value === null) return NO_VALUE[by]
  if (by === 'domain') return domains[value] ?? value
  if (by === 'guideline') return `Guidelines version ${value}`
  if (by === 'arm') return ARMS[value] ?? value
  return by === 'week' ? `Week of ${value}` : value
}

/** What to make of figures whose intervals are missing or marked, since so few responses are resampled. */
export function fewWords(resampled: number): string {
  const few = `Only ${resampled} ${resampled === 1 ? 'response has' : 'responses have'} units rated twice or more`
  return resampled < FEWEST_RESAMPLED
    ? `${few}: from fewer than ${FEWEST_RESAMPLED} there is no interval. Have more responses annotated twice.`
    : `${few}: intervals from fewer than ${FEWEST_UNMARKED} are marked, since they hold less than they promise. Have more responses annotated twice before you rely on them.`
}

/** What the items behind a figure are found by. */
export interface ItemsFilter {
  stage: string
  measure: string
  /** A rating; with `b`, the one that somebody else gave the same unit. */
  a?: string
  b?: string
  /** Keys of raters: one annotator, two, or one and gold or a model; the first gave `a`, the second `b`. */
  raters?: readonly string[]
  slice?: { by: SliceKind; value: string | null }
}

/** Where the items behind a figure are listed. A slice without a value is an empty one. */
export function itemsBehind(projectId: string, { stage, measure, a, b, raters, slice }: ItemsFilter): string {
  const query = new URLSearchParams({ stage, measure })
  if (a !== undefined) query.set('a', a)
  if (b !== undefined) query.set('b', b)
  if (raters && raters.length > 0) query.set('raters', raters.join(','))
  if (slice) {
    query.set('by', slice.by)
    query.set('slice', slice.value ?? '')
  }
  return `/projects/${projectId}/items?${query}`
}

export interface VersionShare {
  version: number
  /** Counted annotations that were submitted under it. */
  annotations: number
}

interface MoveOfProtocol {
  from: number
  to: number
  madeAt: Date
  summary: {
    renamed: readonly { at: string; from: string; to: string }[]
    dropped: readonly { at: string; value: string | null }[]
    asked: readonly string[]
    finished: 'ask' | 'leave' | null
  }
}

/**
 * What figures rest on answers of earlier versions of a protocol file, and how they have to be read, a sentence each. It says nothing of how
 * often anything was answered: some of that is not revealed.
 */
export function earlierVersionWords({
  version,
  shares,
  moves,
}: {
  /** The version that the project has. */
  version: number
  shares: readonly VersionShare[]
  /** The latest first. */
  moves: readonly MoveOfProtocol[]
}): string[] {
  const earlier = shares.filter((share) => share.version !== version)
  const all = shares.reduce((sum, { annotations }) => sum + annotations, 0)
  const under = earlier
    .map(({ version: number, annotations }) => `${annotations.toLocaleString('en')} under version ${number}`)
    .join(', ')
  const counted =
    earlier.length === 0
      ? []
      : [
          `The project is under version ${version} of its protocol. Of ${all.toLocaleString('en')} annotations that are counted, these were submitted under another: ${under}. All figures are derived under version ${version}.`,
        ]
  return [...counted, ...moves.toReversed().flatMap(moveWords)]
}

function moveWords({ from, to, madeAt, summary }: MoveOfProtocol): string[] {
  const since = `From version ${from} to ${to} (${madeAt.toISOString().slice(0, 10)})`
  const renamed = summary.renamed.map((each) => `${each.from} of ${each.at} is called ${each.to}`)
  const dropped = summary.dropped.map(({ at, value }) => (value === null ? `answers to ${at}` : `${value} of ${at}`))
  const addedQuestions = summary.asked.join(', ')
  return [
    ...(renamed.length > 0
      ? [
          `${since}, ${renamed.join('; ')}: figures from before and after are about the same answers, unless two values became one.`,
        ]
      : []),
    ...(dropped.length > 0
      ? [
          `${since}, these are kept and no longer counted: ${dropped.join('; ')}. Figures that were read before included them.`,
        ]
      : []),
    ...(addedQuestions
      ? [
          `${since}, ${addedQuestions} came to be asked: figures about that, and what follows from it, leave out what was submitted before${summary.finished === 'ask' ? '. Finished items were asked again: none counts before its new round has ended, and agreement stays that of round 1' : ''}.`,
        ]
      : []),
  ]
}
