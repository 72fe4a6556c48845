import { digamma } from './digamma'
import { ratedUnits } from './rated-units'
import { type RatingTable, UNRATED } from './ratings'
import type { Stat } from './result'
import { StatsInputError } from './stats-input-error'

export interface MaceOptions {
  readonly maxIterations?: number | undefined
  /** The estimate stands when no class probability changes by more. */
  readonly tolerance?: number | undefined
}

export type Mace = Stat<
  { /** units rated at least once */ nUnits: number },
  {
    /** For each distinct row of the table the probability of each category; null for a row without a rating. */
    classes: readonly (Float64Array | null)[]
    /** For each rater the probability that they answered from knowledge instead of guessing, from 0 to 1. */
    competence: Float64Array
    iterations: number
    converged: boolean
  }
>

/** The priors of the authors’ program: a Beta of 0.5 for guessing or knowing, a Dirichlet of 10 for what a rater gives when guessing. */
const PRIOR = 0.5
const STRATEGY_PRIOR = 10

interface Model {
  /** Weights of guessing and of knowing, of each rater. */
  guessing: Float64Array
  knowing: Float64Array
  /** What each rater gives when guessing: raters by categories. */
  strategy: Float64Array
}

interface Expected {
  classes: (Float64Array | null)[]
  guessing: Float64Array
  knowing: Float64Array
  strategy: Float64Array
  logLikelihood: number
}

/**
 * MACE, a model of raters who either know a unit's category or give one by a habit of their own, by variational Bayes: a rater
 * knows with probability theta_j, and otherwise gives category l with probability xi_jl. Hovy, Berg-Kirkpatrick, Vaswani & Hovy
 * 2013, NAACL-HLT, with the priors of their program. `value` is the (variational) log-likelihood. A second opinion, never gold. It starts from raters who know half of the
 * time and guess evenly, so that nothing is drawn by chance, and ends when no class probability changes by more than `tolerance` (1e-8),
 * or after `maxIterations` (1000).
 * Undefined: `empty` without a rating; `no-pairable-units` if no unit has two; `single-category-universe`.
 * @throws StatsInputError for options out of range.
 */
export function mace(ratings: RatingTable, options: MaceOptions = {}): Mace {
  const { maxIterations = 1000, tolerance = 1e-8 } = options
  if (!(Number.isInteger(maxIterations) && maxIterations >= 1 && tolerance > 0))
    throw new StatsInputError('invalid-option', `${maxIterations} iterations and a tolerance of ${tolerance}`)
  const { nUnits, most } = ratedUnits(ratings)
  const none = { classes: null, competence: null, iterations: null, converged: null }
  if (nUnits === 0) return { value: null, reason: 'empty', nUnits, ...none }
  if (most < 2) return { value: null, reason: 'no-pairable-units', nUnits, ...none }
  if (ratings.categories.length === 1) return { value: null, reason: 'single-category-universe', nUnits, ...none }
  let expected = expect(ratings, evenStart(ratings))
  let iterations = 0
  let change = Number.POSITIVE_INFINITY
  while (change > tolerance && iterations < maxIterations) {
    const next = expect(ratings, maximise(ratings, expected))
    change = largestChange(expected.classes, next.classes)
    expected = next
    iterations++
  }
  const { classes, logLikelihood, knowing, guessing } = expected
  const competence = knowing.map((know, rater) => {
    const rated = know + (guessing[rater] ?? 0)
    return (know + PRIOR) / (rated + 2 * PRIOR)
  })
  return { value: logLikelihood, nUnits, classes, competence, iterations, converged: change <= tolerance }
}

function evenStart({ raters, categories }: RatingTable): Model {
  const q = categories.length
  return {
    guessing: new Float64Array(raters).fill(0.5),
    knowing: new Float64Array(raters).fill(0.5),
    strategy: new Float64Array(raters * q).fill(1 / q),
  }
}

/** Class probabilities of every row, and how often each rater is expected to have known or guessed. */
function expect({ codes, raters, times, categories }: RatingTable, { guessing, knowing, strategy }: Model): Expected {
  const q = categories.length
  const counts = {
    guessing: new Float64Array(raters),
    knowing: new Float64Array(raters),
    strategy: new Float64Array(raters * q),
  }
  let logLikelihood = 0
  const classes = Array.from(times, (units, row) => {
    const rowCodes = codes.subarray(row * raters, (row + 1) * raters)
    if (units === 0 || rowCodes.every((code) => code === UNRATED)) return null
    const guess = (rater: number) => (guessing[rater] ?? 0) * (strategy[rater * q + (rowCodes[rater] ?? 0)] ?? 0)
    const logs = new Float64Array(q).fill(-Math.log(q))
    rowCodes.forEach((code, rater) => {
      if (code === UNRATED) return
      for (let truth = 0; truth < q; truth++)
        logs[truth] = (logs[truth] ?? 0) + Math.log(guess(rater) + (code === truth ? (knowing[rater] ?? 0) : 0))
    })
    const highest = Math.max(...logs)
    const sum = logs.reduce((total, log) => total + Math.exp(log - highest), 0)
    logLikelihood += units * (highest + Math.log(sum))
    const probabilities = logs.map((log) => Math.exp(log - highest) / sum)
    rowCodes.forEach((code, rater) => {
      if (code === UNRATED) return
      const know = knowing[rater] ?? 0
      const knowingShare = ((probabilities[code] ?? 0) * know) / (know + guess(rater))
      counts.knowing[rater] = (counts.knowing[rater] ?? 0) + units * knowingShare
      counts.guessing[rater] = (counts.guessing[rater] ?? 0) + units * (1 - knowingShare)
      counts.strategy[rater * q + code] = (counts.strategy[rater * q + code] ?? 0) + units * (1 - knowingShare)
    })
    return probabilities
  })
  return { classes, logLikelihood, ...counts }
}

/** The weights that expected counts give under the priors. */
function maximise({ categories }: RatingTable, expected: Expected): Model {
  const q = categories.length
  const weight = (count: number, total: number, kinds: number, prior: number) =>
    Math.exp(digamma(count + prior) - digamma(total + kinds * prior))
  const rated = expected.guessing.map((count, rater) => count + (expected.knowing[rater] ?? 0))
  return {
    guessing: expected.guessing.map((count, rater) => weight(count, rated[rater] ?? 0, 2, PRIOR)),
    knowing: expected.knowing.map((count, rater) => weight(count, rated[rater] ?? 0, 2, PRIOR)),
    strategy: expected.strategy.map((count, index) =>
      weight(count, expected.guessing[Math.floor(index / q)] ?? 0, q, STRATEGY_PRIOR),
    ),
  }
}

function largestChange(before: readonly (Float64Array | null)[], after: readonly (Float64Array | null)[]): number {
  return after.reduce(
    (most, probabilities, row) =>
      probabilities?.reduce((here, each, code) => Math.max(here, Math.abs(each - (before[row]?.[code] ?? 0))), most) ??
      most,
    0,
  )
}
