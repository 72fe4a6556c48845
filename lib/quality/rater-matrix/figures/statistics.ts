/** The figures of a rater matrix, each a function of a table of ratings. Pure. */
import type { FigureKey } from '@/lib/quality/rater-matrix/contract'
import type { CodedMatrix } from '@/lib/quality/rater-matrix/reading/coded-matrix'
import { MOST_RATERS_FOR_LIGHT } from '@/lib/quality/rater-matrix/rules'
import { biasIndex } from '@/lib/stats/bias-index'
import { brennanPrediger } from '@/lib/stats/brennan-prediger'
import { cohenKappa } from '@/lib/stats/cohen-kappa'
import { confusionMatrix } from '@/lib/stats/confusion-matrix'
import { congerKappa } from '@/lib/stats/conger-kappa'
import { weightsOfDistances } from '@/lib/stats/distance-table'
import { fleissKappa } from '@/lib/stats/fleiss-kappa'
import { gwetAc1 } from '@/lib/stats/gwet-ac1'
import { gwetAc2 } from '@/lib/stats/gwet-ac2'
import { krippendorffAlpha } from '@/lib/stats/krippendorff-alpha'
import { meanPairwiseCohen } from '@/lib/stats/mean-pairwise-cohen'
import { percentAgreement } from '@/lib/stats/percent-agreement'
import { prevalenceIndex } from '@/lib/stats/prevalence-index'
import type { RatingTable } from '@/lib/stats/ratings'
import type { Estimate } from '@/lib/stats/result'
import { scottPi } from '@/lib/stats/scott-pi'
import { unanimous } from '@/lib/stats/unanimous'

export type Statistic = (ratings: RatingTable) => Estimate
export type Statistics = ReadonlyMap<FigureKey, Statistic>

/** What of a matrix decides which figures there are. */
export type Scale = Pick<CodedMatrix, 'level' | 'categories' | 'distances'>

/** Beyond, labels are points on a scale, and figures that only know same and different are left out. */
const MOST_LABELS = 50

const isCoarse = ({ categories }: Scale) => categories.length <= MOST_LABELS
const isWeighted = (scale: Scale) => scale.level !== 'nominal' && isCoarse(scale) && scale.categories.length > 2

type Entry = readonly [FigureKey, Statistic]
const when = (condition: boolean, ...entries: Entry[]): readonly Entry[] => (condition ? entries : [])

/**
 * Is the figure of all rated units, those rated once too? Gwet's chance agreement comes from the shares of the labels over
 * all of them (Gwet 2014); every other figure is of pairs of ratings only.
 */
export const isOfAllRated = (key: FigureKey): boolean => key === 'ac1' || key === 'ac2'

/** Figures that do not ask who rated. */
export function statisticsOfAll(scale: Scale): Statistics {
  const coarse = isCoarse(scale)
  return new Map([
    ['percent', (x) => percentAgreement(x)],
    ['unanimous', unanimous],
    ...alphas(scale),
    ...when(coarse, ['fleiss', (x) => fleissKappa(x)]),
    ...corrected(scale),
  ])
}

/** Figures made of pairs of raters. */
export function statisticsOfRaters(scale: Scale, raters: number, complete: boolean): Statistics {
  const light = isCoarse(scale) && raters <= MOST_RATERS_FOR_LIGHT
  return new Map([
    ...when(light, ['light', (x) => meanPairwiseCohen(x)]),
    ...when(
      light && isWeighted(scale),
      ['lightLinear', (x) => meanPairwiseCohen(x, { weights: 'linear' })],
      ['lightQuadratic', (x) => meanPairwiseCohen(x, { weights: 'quadratic' })],
    ),
    ...when(light && complete && raters > 2, ['conger', (x) => congerKappa(x)]),
  ])
}

/** Figures of two raters. */
export function statisticsOfPair(scale: Scale): Statistics {
  const { distances } = scale
  const coarse = isCoarse(scale)
  return new Map([
    ['percent', (x) => percentAgreement(x)],
    ...when(coarse, ['cohen', (x) => cohenKappa(confusionMatrix(x))]),
    ...when(
      isWeighted(scale),
      ['cohenLinear', (x) => cohenKappa(confusionMatrix(x), { weights: 'linear' })],
      ['cohenQuadratic', (x) => cohenKappa(confusionMatrix(x), { weights: 'quadratic' })],
    ),
    ...(distances && coarse
      ? when(true, [
          'cohenDistances',
          (x) => cohenKappa(confusionMatrix(x), { weights: weightsOfDistances(distances) }),
        ])
      : []),
    ...when(coarse, ['scott', (x) => scottPi(x)]),
    ...alphas(scale),
    ...corrected(scale),
    ...when(
      scale.categories.length === 2,
      ['prevalenceIndex', (x) => prevalenceIndex(confusionMatrix(x))],
      ['biasIndex', (x) => biasIndex(confusionMatrix(x))],
    ),
  ])
}

function alphas(scale: Scale): readonly Entry[] {
  const { distances } = scale
  return [
    ['alpha', (x) => alphaOf(scale, x)],
    ...when(scale.level !== 'nominal', ['alphaNominal', (x) => krippendorffAlpha(x, { level: 'nominal' })]),
    ...(distances ? when(true, ['alphaDistances', (x) => krippendorffAlpha(x, { level: 'custom', distances })]) : []),
  ]
}

/** Krippendorff's alpha on the matrix's own scale. */
function alphaOf({ level, categories }: Scale, ratings: RatingTable): Estimate {
  if (level !== 'interval') return krippendorffAlpha(ratings, { level })
  return krippendorffAlpha({ ...ratings, categories: categories.map(Number) }, { level })
}

function corrected(scale: Scale): readonly Entry[] {
  const coarse = isCoarse(scale)
  const weights = scale.level === 'interval' ? 'quadratic' : 'linear'
  return [
    ...when(coarse, ['ac1', (x) => gwetAc1(x)]),
    ...when(isWeighted(scale), ['ac2', (x) => gwetAc2(x, { weights })]),
    ...when(coarse, [scale.categories.length === 2 ? 'pabak' : 'brennanPrediger', (x) => brennanPrediger(x)]),
  ]
}
