/** What the responses of a measure say so far, as expectations for a plan. Pure. */
import { MIN_UNITS } from '@/lib/quality/agreement/contract'
import { statisticsNamed } from '@/lib/quality/agreement/measures'
import {
  type Clusters,
  foldClusters,
  type MeasureScale,
  patternsOf,
  type Rated,
  sampleOf,
} from '@/lib/quality/agreement/samples'
import type { PlanBasis } from './contract'
import { TWO_VALUES } from './two-values'

export type Pilot = Omit<PlanBasis, 'stage' | 'measure' | 'minutes'>

const NOTHING = { value: null, prevalence: null, alpha: null, percent: null, alikeness: null } as const

export interface RatedResponses {
  scale: MeasureScale
  clusters: Clusters
}

/** Units with two ratings or more, on one value against all others: the rarest of those that came up. */
export function pilotOf({ scale, clusters: { patterns, types, typeOf } }: RatedResponses): Pilot {
  const responses = typeOf.reduce<(readonly Rated[])[]>((found, type) => {
    const units = (types[type] ?? []).flatMap(([kind, count]) => {
      const rated = patterns[kind]
      return rated && rated.codes.length > 1 ? Array.from({ length: count }, () => rated) : []
    })
    if (units.length > 0) found.push(units)
    return found
  }, [])
  const units = responses.flat()
  const sizes = {
    responses: responses.length,
    units: responses.length === 0 ? null : units.length / responses.length,
    raters: mostCommon(units.map(({ codes }) => codes.length)),
  }
  const rarest = rarestOf(units)
  if (units.length < MIN_UNITS || rarest === null) return { ...sizes, ...NOTHING }
  const binary = responses.map((responseUnits) =>
    responseUnits.map(({ raters, codes }) => ({ raters, codes: codes.map((code) => Number(code === rarest)) })),
  )
  const { whole } = sampleOf(TWO_VALUES, patternsOf(foldClusters(binary)), { pairs: false, raters: false }).drawable
  const statistics = statisticsNamed(TWO_VALUES, ['alpha', 'percent'])
  const of = (name: 'alpha' | 'percent') => statistics.get(name)?.(whole).value ?? null
  const codes = binary.flat().flatMap((unit) => unit.codes)
  const prevalence = codes.reduce((sum, code) => sum + code, 0) / codes.length
  const alpha = of('alpha')
  return {
    ...sizes,
    value: scale.categories[rarest]?.text ?? null,
    prevalence,
    alpha,
    percent: of('percent'),
    alikeness: alpha === null || alpha <= 0 ? null : alikenessOf(binary, prevalence, alpha),
  }
}

/** About how many steps it takes: some dozens for each unit, which is looked at one by one. */
export const stepsOfPilot = ({ clusters: { types, typeOf } }: RatedResponses): number => {
  const unitsOf = types.map((type) => type.reduce((sum, [, units]) => sum + units, 0))
  return 40 * typeOf.reduce((sum, type) => sum + (unitsOf[type] ?? 0), 0)
}

function mostCommon(numbers: readonly number[]): number | null {
  const counts = new Map<number, number>()
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1)
  return [...counts].toSorted(([a, x], [b, y]) => y - x || a - b)[0]?.[0] ?? null
}

/** The category given least often of those that were; null where there are not two. */
function rarestOf(units: readonly Rated[]): number | null {
  const counts = new Map<number, number>()
  for (const { codes } of units) for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1)
  if (counts.size < 2) return null
  return [...counts].toSorted(([a, x], [b, y]) => x - y || a - b)[0]?.[0] ?? null
}

/**
 * The intraclass correlation of having the value. The share of its raters that gave a unit the value varies between responses by the variance
 * component of a one-way analysis (Searle, Casella & McCulloch 1992, Variance Components, 3.6), which is p (1 - p) times alpha times the
 * correlation. Kept between 0.01 and 0.9; null of fewer than two responses or where each has one unit.
 */
function alikenessOf(responses: readonly (readonly Rated[])[], p: number, alpha: number): number | null {
  const scores = responses.map((responseUnits) => responseUnits.map(({ codes }) => meanOf(codes)))
  const n = scores.flat().length
  const groups = scores.length
  if (groups < 2 || n === groups) return null
  const grand = meanOf(scores.flat())
  const between =
    scores.reduce((sum, responseScores) => sum + responseScores.length * (meanOf(responseScores) - grand) ** 2, 0) /
    (groups - 1)
  const within =
    scores.reduce(
      (sum, responseScores) =>
        sum + responseScores.reduce((all, score) => all + (score - meanOf(responseScores)) ** 2, 0),
      0,
    ) /
    (n - groups)
  const size = (n - scores.reduce((sum, responseScores) => sum + responseScores.length ** 2, 0) / n) / (groups - 1)
  return Math.min(0.9, Math.max(0.01, (between - within) / size / (p * (1 - p) * alpha)))
}

const meanOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length
