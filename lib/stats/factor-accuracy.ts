import type { Stat } from './result'
import { StatsInputError } from './stats-input-error'

/**
 * What a tie of the correct completion with others is worth. strict: nothing. first: it counts as correct, which
 * FACTOR's own code does. fractional: 1 / number of tied.
 */
export type FactorTies = 'strict' | 'first' | 'fractional'

/** Mean token log-probabilities: the correct completion first, then the contradictions. Higher is better. */
export interface FactorExample {
  readonly scores: readonly number[]
}

export type FactorAccuracy = Stat<{
  n: number /** ties of the correct completion for the first place */
  nTies: number
}>

/**
 * FACTOR accuracy: the share of examples whose correct completion (index 0) has the highest score. Muhlgay et al. 2023,
 * Generating Benchmarks for Factuality Evaluation of Language Models.
 * Undefined: `empty` without examples.
 * @throws StatsInputError for a score that is not a number, or an example without a contradiction.
 */
export function factorAccuracy(
  examples: readonly FactorExample[],
  options: { readonly ties?: FactorTies | undefined } = {},
): FactorAccuracy {
  const { ties = 'strict' } = options
  const tied = examples.map(({ scores }) => tiedWithCorrect(scores))
  const n = tied.length
  const nTies = tied.filter((count) => count > 1).length
  if (n === 0) return { value: null, reason: 'empty', n, nTies }
  return { value: tied.reduce((sum, count) => sum + worth(count, ties), 0) / n, n, nTies }
}

function worth(tied: number, ties: FactorTies): number {
  if (tied <= 1) return tied
  if (ties === 'strict') return 0
  return ties === 'first' ? 1 : 1 / tied
}

/** How many share the first place with the correct completion, itself included; 0 if it is not there. */
function tiedWithCorrect(scores: readonly number[]): number {
  if (scores.length < 2)
    throw new StatsInputError('invalid-option', 'An example needs a completion and a contradiction')
  if (!scores.every(Number.isFinite)) throw new StatsInputError('not-a-number', 'A score is missing or not finite')
  const best = Math.max(...scores)
  return scores[0] === best ? scores.filter((score) => score === best).length : 0
}
