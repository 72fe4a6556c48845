import { type DawidSkeneModel, expectClasses, maximise, startOf } from './dawid-skene-steps'
import { ratedUnits } from './rated-units'
import type { RatingTable } from './ratings'
import type { Stat } from './result'
import { StatsInputError } from './stats-input-error'

export interface DawidSkeneOptions {
  /** The rater of each column, whole numbers from 0, where one person fills several (repeated rounds). Else one each. */
  readonly raterOf?: readonly number[] | undefined
  readonly maxIterations?: number | undefined
  /** The estimate stands when no class probability changes by more. */
  readonly tolerance?: number | undefined
}

export type DawidSkene = Stat<
  { /** units rated at least once */ nUnits: number },
  {
    /** For each distinct row of the table the probability of each category; null for a row without a rating. */
    classes: readonly (Float64Array | null)[]
    /** How common each category is. */
    prevalence: Float64Array
    /** For each rater, [true category][category given], rows adding up to 1; null for a category never met by them. */
    confusions: readonly (readonly (Float64Array | null)[])[]
    iterations: number
    converged: boolean
  }
>

/**
 * Dawid & Skene's estimate of the true categories and of every rater's errors, by expectation-maximisation: a rater gives
 * a unit of category j the label l with probability pi_jl, independently of other raters. Dawid & Skene 1979, Appl. Stat.
 * 28:20. `value` is the log-likelihood. A second opinion, never gold: it trusts whoever agrees with most.
 * It starts from the votes (a unit's class probabilities are the shares of its ratings, as in the paper, so ties favour
 * nobody), and ends when no class probability changes by more than `tolerance` (1e-8), or after `maxIterations` (1000).
 * Undefined: `empty` without a rating; `no-pairable-units` if no unit has two, since then everybody is right;
 * `single-category-universe`.
 * @throws StatsInputError for options out of range or `raterOf` of another length than there are columns.
 */
export function dawidSkene(ratings: RatingTable, options: DawidSkeneOptions = {}): DawidSkene {
  const { maxIterations = 1000, tolerance = 1e-8 } = options
  if (!(Number.isInteger(maxIterations) && maxIterations >= 1 && tolerance > 0)) {
    throw new StatsInputError('invalid-option', `${maxIterations} iterations and a tolerance of ${tolerance}`)
  }
  const data = { ratings, raterOf: ratersOf(ratings, options.raterOf) }
  const { nUnits, most } = ratedUnits(ratings)
  const none = { classes: null, prevalence: null, confusions: null, iterations: null, converged: null }
  if (nUnits === 0) return { value: null, reason: 'empty', nUnits, ...none }
  if (most < 2) return { value: null, reason: 'no-pairable-units', nUnits, ...none }
  if (ratings.categories.length === 1) return { value: null, reason: 'single-category-universe', nUnits, ...none }
  const classes = startOf(data)
  let model: DawidSkeneModel = maximise(data, classes)
  let step = expectClasses(data, model, classes)
  let iterations = 1
  while (step.change > tolerance && iterations < maxIterations) {
    model = maximise(data, classes)
    step = expectClasses(data, model, classes)
    iterations++
  }
  const { prevalence, confusions } = model
  const converged = step.change <= tolerance
  return { value: step.logLikelihood, nUnits, classes, prevalence, confusions, iterations, converged }
}

function ratersOf({ raters }: RatingTable, raterOf: readonly number[] | undefined): Int32Array {
  const columns = Int32Array.from(raterOf ?? Array.from({ length: raters }, (_, column) => column))
  if (columns.length !== raters) {
    throw new StatsInputError('length-mismatch', `${columns.length} raters for ${raters} columns`)
  }
  if (raterOf?.some((rater) => !Number.isInteger(rater) || rater < 0)) {
    throw new StatsInputError('unknown-rater', 'A rater is a whole number from 0')
  }
  return columns
}
