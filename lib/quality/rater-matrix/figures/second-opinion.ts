import type { SecondOpinion } from '@/lib/quality/rater-matrix/contract'
import type { CodedMatrix } from '@/lib/quality/rater-matrix/reading/coded-matrix'
import { noValueWords } from '@/lib/quality/rater-matrix/rules'
import { dawidSkene } from '@/lib/stats/dawid-skene'
import { type Ratings, ratingsOf } from '@/lib/stats/ratings'

/** Steps that the estimate may take: a second or two. */
const MOST_WORK = 1e9
const NOTE =
  'It trusts whoever agrees with most, and takes raters’ errors as independent of each other. Read it beside the coefficients; it is never gold.'

/** Dawid and Skene's estimate of labels and raters. Without one it says why. */
export function secondOpinionOf(matrix: CodedMatrix, columns: readonly number[]): SecondOpinion {
  const { categories, units, raters } = matrix
  const ratings = ratingsOf(
    units.map(({ labels }) => columns.map((column) => labels[column] ?? null)),
    { categories },
  )
  const work = ratings.codes.length * categories.length ** 2
  const maxIterations = Math.max(10, Math.min(1000, Math.floor(MOST_WORK / Math.max(1, work))))
  const found = dawidSkene(ratings, { maxIterations })
  if (found.value === null) {
    const note = noValueWords(found.reason, { n: found.nUnits, only: null })
    return { converged: false, rounds: 0, shares: [], raters: [], unlikeMajority: 0, note }
  }
  const { prevalence, confusions, classes, iterations, converged } = found
  return {
    converged,
    rounds: iterations,
    shares: categories.map((value, index) => ({ value, share: prevalence[index] ?? 0 })),
    raters: columns.map((column, index) => ({
      rater: raters[column] ?? '',
      accuracy: accuracyOf(confusions[index] ?? [], prevalence),
    })),
    unlikeMajority: unlikeMajority(ratings, classes),
    note: converged ? NOTE : `${NOTE} It had not settled after ${iterations} rounds.`,
  }
}

/** How often a rater gives the likely label, over the labels they met. */
function accuracyOf(confusion: readonly (Float64Array | null)[], prevalence: Float64Array): number | null {
  let right = 0
  let met = 0
  confusion.forEach((row, label) => {
    if (row === null) return
    right += (prevalence[label] ?? 0) * (row[label] ?? 0)
    met += prevalence[label] ?? 0
  })
  return met === 0 ? null : right / met
}

function unlikeMajority({ codes, raters, times, categories }: Ratings, classes: readonly (Float64Array | null)[]) {
  let unlike = 0
  classes.forEach((chances, row) => {
    if (chances === null) return
    const counts = categories.map(() => 0)
    for (const code of codes.subarray(row * raters, (row + 1) * raters))
      if (code >= 0) counts[code] = (counts[code] ?? 0) + 1
    const likely = chances.indexOf(Math.max(...chances))
    if ((counts[likely] ?? 0) < Math.max(...counts)) unlike += times[row] ?? 0
  })
  return unlike
}
