import { ratedUnits } from './rated-units'
import { type RatingTable, UNRATED } from './ratings'
import type { Stat } from './result'
import { StatsInputError } from './stats-input-error'

/** Ratings, and the rater of each column. */
interface DawidSkeneData {
  readonly ratings: RatingTable
  readonly raterOf: Int32Array
}

/** Class probabilities of each distinct row; null for a row without a rating. */
type ClassProbabilities = readonly (Float64Array | null)[]

interface DawidSkeneModel {
  readonly prevalence: Float64Array
  readonly confusions: readonly (readonly (Float64Array | null)[])[]
}

/** The start: the shares of a row's ratings. */
function startOf({ ratings }: DawidSkeneData): ClassProbabilities {
  const { codes, raters, categories } = ratings
  return Array.from(ratings.times, (_, row) => {
    const votes = new Float64Array(categories.length)
    for (const code of codes.subarray(row * raters, (row + 1) * raters)) {
      if (code !== UNRATED) votes[code] = (votes[code] ?? 0) + 1
    }
    return normalised(votes)
  })
}

/** Prevalence and confusion matrices that make the ratings most likely, given the classes. */
function maximise({ ratings, raterOf }: DawidSkeneData, classes: ClassProbabilities): DawidSkeneModel {
  const { codes, raters, times } = ratings
  const q = ratings.categories.length
  const prevalence = new Float64Array(q)
  const people = Array.from({ length: Math.max(-1, ...raterOf) + 1 }, () =>
    Array.from({ length: q }, () => new Float64Array(q)),
  )
  classes.forEach((probabilities, row) => {
    const units = times[row] ?? 0
    if (!probabilities || units === 0) return
    probabilities.forEach((probability, truth) => {
      if (probability === 0) return
      prevalence[truth] = (prevalence[truth] ?? 0) + units * probability
      for (let column = 0; column < raters; column++) {
        const code = codes[row * raters + column] ?? UNRATED
        const counts = people[raterOf[column] ?? 0]?.[truth]
        if (code !== UNRATED && counts) counts[code] = (counts[code] ?? 0) + units * probability
      }
    })
  })
  return {
    prevalence: normalised(prevalence) ?? prevalence,
    confusions: people.map((confusion) => confusion.map(normalised)),
  }
}

/** Puts the class probabilities of every row anew; says how likely the ratings were, and the largest change. */
function expectClasses(
  { ratings, raterOf }: DawidSkeneData,
  { prevalence, confusions }: DawidSkeneModel,
  classes: ClassProbabilities,
): { logLikelihood: number; change: number } {
  const { codes, raters, times } = ratings
  const logs = new Float64Array(prevalence.length)
  let logLikelihood = 0
  let change = 0
  classes.forEach((probabilities, row) => {
    if (!probabilities || !(times[row] ?? 0)) return
    for (let truth = 0; truth < logs.length; truth++) {
      let log = Math.log(prevalence[truth] ?? 0)
      for (let column = 0; column < raters; column++) {
        const code = codes[row * raters + column] ?? UNRATED
        if (code !== UNRATED) log += Math.log(confusions[raterOf[column] ?? 0]?.[truth]?.[code] ?? 0)
      }
      logs[truth] = log
    }
    const highest = Math.max(...logs)
    const sum = logs.reduce((total, log) => total + Math.exp(log - highest), 0)
    logLikelihood += (times[row] ?? 0) * (highest + Math.log(sum))
    for (let truth = 0; truth < logs.length; truth++) {
      const probability = Math.exp((logs[truth] ?? 0) - highest) / sum
      change = Math.max(change, Math.abs(probability - (probabilities[truth] ?? 0)))
      probabilities[truth] = probability
    }
  })
  return { logLikelihood, change }
}

/** Divided by their sum; null if that is 0. */
function normalised(amounts: Float64Array): Float64Array | null {
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  return sum === 0 ? null : amounts.map((amount) => amount / sum)
}

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
