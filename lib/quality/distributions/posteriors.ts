/** What models of raters make of the ratings of a measure, pattern by pattern. Pure. */
import { type MeasureScale, type Pattern, tableByRater } from '@/lib/quality/agreement/samples'
import { dawidSkene } from '@/lib/stats/dawid-skene'
import { mace } from '@/lib/stats/mace'
import type { UndefinedReason } from '@/lib/stats/result'

export interface RatedPatterns {
  scale: MeasureScale
  patterns: readonly Pattern[]
}

export interface Posterior {
  words: string | null
  iterations: number | null
  converged: boolean | null
  /** For each pattern the probability of each category. */
  classes: (number[] | null)[] | null
}

export interface Posteriors {
  dawidSkene: Posterior
  mace: Posterior
  competence: { number: number; value: number }[]
}

const WORDS: Partial<Record<UndefinedReason, string>> = {
  empty: 'Nothing has been rated.',
  'no-pairable-units': 'No unit was rated by two annotators, so that everybody would be right.',
  'single-category-universe': 'Only one value can be given.',
}

export function posteriorsOf({ scale, patterns }: RatedPatterns): Posteriors {
  const table = tableByRater(scale, patterns)
  const skene = dawidSkene(table)
  const competent = mace(table)
  const numbers = [...new Set(patterns.flatMap(({ raters }) => raters))].sort((a, b) => a - b)
  return {
    dawidSkene: tell(skene),
    mace: tell(competent),
    competence: numbers.flatMap((number, column) => {
      const value = competent.competence?.[column]
      return value === undefined ? [] : [{ number, value }]
    }),
  }
}

function tell(found: ReturnType<typeof dawidSkene> | ReturnType<typeof mace>): Posterior {
  if (found.value === null)
    return { words: WORDS[found.reason] ?? 'It is undefined.', iterations: null, converged: null, classes: null }
  const { iterations, converged, classes } = found
  const classLists = classes.map((probabilities) => probabilities && Array.from(probabilities))
  return { words: null, iterations, converged, classes: classLists }
}

/** About how many steps both take: a hundred rounds, a step for each pattern, annotator and value. */
export const stepsOfPosteriors = ({ scale, patterns }: RatedPatterns): number =>
  200 * patterns.reduce((sum, { raters }) => sum + (raters.length + 1) * scale.categories.length, 0)

/** The index of the category that more than half of the ratings give; null where there is none. */
export function majorityOf(codes: readonly number[]): number | null {
  return codes.find((code) => codes.filter((each) => each === code).length * 2 > codes.length) ?? null
}

/** Does a model find another value likeliest than the majority gives? */
export function differs(codes: readonly number[], of: readonly (readonly number[] | null | undefined)[]): boolean {
  const majority = majorityOf(codes)
  return majority !== null && of.some((probabilities) => probabilities && likeliest(probabilities) !== majority)
}

const likeliest = (probabilities: readonly number[]) => probabilities.indexOf(Math.max(...probabilities))
