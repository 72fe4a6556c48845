import { type RatingTable, UNRATED } from './ratings'

/** Ratings, and the rater of each column. */
export interface DawidSkeneData {
  readonly ratings: RatingTable
  readonly raterOf: Int32Array
}

/** Class probabilities of each distinct row; null for a row without a rating. */
export type ClassProbabilities = readonly (Float64Array | null)[]

export interface DawidSkeneModel {
  readonly prevalence: Float64Array
  readonly confusions: readonly (readonly (Float64Array | null)[])[]
}

/** The start: the shares of a row's ratings. */
export function startOf({ ratings }: DawidSkeneData): ClassProbabilities {
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
export function maximise({ ratings, raterOf }: DawidSkeneData, classes: ClassProbabilities): DawidSkeneModel {
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
        const given = codes[row * raters + column] ?? UNRATED
        const counts = people[raterOf[column] ?? 0]?.[truth]
        if (given !== UNRATED && counts) counts[given] = (counts[given] ?? 0) + units * probability
      }
    })
  })
  return {
    prevalence: normalised(prevalence) ?? prevalence,
    confusions: people.map((confusion) => confusion.map(normalised)),
  }
}

/** Puts the class probabilities of every row anew; says how likely the ratings were, and the largest change. */
export function expectClasses(
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
        const given = codes[row * raters + column] ?? UNRATED
        if (given !== UNRATED) log += Math.log(confusions[raterOf[column] ?? 0]?.[truth]?.[given] ?? 0)
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
