/** What figures are called and said in words: the same for the command line, the address and the page. */

import { type EstimateView, MIN_UNITS, type NoValueReason } from '@/lib/quality/agreement/contract'
import { ANNOTATORS_WORDS, METHOD_WORDS } from '@/lib/quality/agreement/rules'
import { FEWEST_RESAMPLED, FEWEST_UNMARKED, isMarked } from '@/lib/stats/interval-limits'
import type { FigureKey, Level, MatrixFigure, MatrixOptions } from './contract'

/** With more labels than this, tables of labels by labels are left out. */
export const MOST_LABELS_IN_TABLE = 30

const TITLES: Record<FigureKey, string> = {
  percent: 'Percent agreement (pairs of ratings)',
  unanimous: 'Unanimous units',
  alpha: 'Krippendorff’s alpha',
  alphaNominal: 'Krippendorff’s alpha, nominal',
  alphaDistances: 'Krippendorff’s alpha, own distances',
  fleiss: 'Fleiss’ kappa',
  light: 'Mean of Cohen’s kappas (Light)',
  lightLinear: 'Mean of Cohen’s kappas, linear weights',
  lightQuadratic: 'Mean of Cohen’s kappas, quadratic weights',
  conger: 'Conger’s kappa',
  cohen: 'Cohen’s kappa',
  cohenLinear: 'Cohen’s kappa, linear weights',
  cohenQuadratic: 'Cohen’s kappa, quadratic weights',
  cohenDistances: 'Cohen’s kappa, own distances',
  scott: 'Scott’s pi',
  ac1: 'Gwet’s AC1',
  ac2: 'Gwet’s AC2',
  brennanPrediger: 'Brennan–Prediger',
  pabak: 'PABAK',
  icc: 'Intraclass correlation, ICC(1)',
  iccAgreement: 'Intraclass correlation, ICC(2,1)',
  prevalenceIndex: 'Prevalence index',
  biasIndex: 'Bias index',
}

/** The name of a figure, with the scale where it depends on one. */
export function titleOf(key: FigureKey, level: Level): string {
  if (key === 'alpha') return `${TITLES.alpha}, ${level}`
  if (key === 'ac2') return `${TITLES.ac2}, ${level === 'interval' ? 'quadratic' : 'linear'} weights`
  return TITLES[key]
}

/** Shares are shown in percent, coefficients and indices with decimals. */
export const isShare = (key: FigureKey): boolean => key === 'percent' || key === 'unanimous'

/** Why a figure has no value, in a sentence that ends with what to read instead. `only`: the one label in use. */
export function noValueWords(reason: NoValueReason, about: { n: number; only: string | null }): string {
  switch (reason) {
    case 'too-few-units':
      return `Too few units (${about.n} of at least ${MIN_UNITS}): read the counts.`
    case 'no-pairable-units':
      return 'No unit was rated by two raters.'
    case 'no-variation':
      return `No variation: ${about.only === null ? 'every rating is the same' : `every rating is “${about.only}”`}, so chance alone would agree fully and nothing can be said beyond it; percent agreement is 100%.`
    case 'single-category-universe':
      return 'There is only one label: declare those that could have been given.'
    case 'incomplete-data':
      return 'It needs complete data, and not every unit was rated by the same number of raters: read Krippendorff’s alpha, which allows for gaps.'
    case 'not-two-categories':
      return 'It is made for two labels only.'
    case 'empty':
    case 'k-is-zero':
      return 'There is nothing to summarise.'
  }
}

/** A figure as text: 0.129, 88.3%. */
export function figureText({ key, estimate }: Pick<MatrixFigure, 'key' | 'estimate'>): string {
  return estimateText(estimate, isShare(key) ? percentText : coefficientText)
}

/** The value and its limits, or why there is none. */
export function estimateText(estimate: EstimateView, format: (value: number) => string): string {
  if (estimate.value === null) return estimate.words ?? 'undefined'
  const { interval } = estimate
  if (!interval) return format(estimate.value)
  const { withAnnotators } = interval
  const crossed = withAnnotators
    ? `, with other annotators [${format(withAnnotators.low)}, ${format(withAnnotators.high)}]`
    : ''
  return `${format(estimate.value)} [${format(interval.low)}, ${format(interval.high)}]${isMarked(interval.drawn) ? '†' : ''}${crossed}`
}

export const coefficientText = (value: number): string => value.toFixed(3).replace(/^-(0\.000)$/, '$1')
export const percentText = (share: number): string => `${(share * 100).toFixed(1)}%`

/** How the figures are made, in sentences. */
export function rulesOf(
  of: 'ratings' | 'comparison',
  { seed, resamples, method }: Pick<MatrixOptions, 'seed' | 'resamples' | 'method'>,
) {
  const intervals = `Intervals: 95% ${METHOD_WORDS[method]} from ${resamples.toLocaleString('en')} bootstrap resamples of whole responses with a unit of two ratings or more (single units where no response is named), seed ${seed}. Resamples in which a figure is undefined are left out and counted. Where fewer than ${FEWEST_RESAMPLED} are resampled there is no interval, and below ${FEWEST_UNMARKED} it is marked (†), since intervals of so few hold less than they promise.`
  if (of === 'comparison') return [intervals]
  return [
    'Percent agreement is the mean, over units with two ratings or more, of the share of agreeing pairs of ratings. It is not evidence by itself: read it beside a coefficient and the shares of the labels.',
    'Units with one rating enter the shares of the labels, and with them the chance agreement of AC1 and AC2 (Gwet 2014), for which all rated units are resampled; no other figure. Of two raters, the units that both rated count, for AC1 and AC2 too.',
    intervals,
    ANNOTATORS_WORDS,
    `With fewer than ${MIN_UNITS} units of two ratings or more there are counts only.`,
    'Alpha from 0.800 on is what Krippendorff calls reliable, from 0.667 on good enough for tentative conclusions. Never compare coefficients of different weightings or scales with each other.',
  ]
}
