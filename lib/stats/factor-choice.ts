import { StatsInputError } from './stats-input-error'

export interface FactorChoice {
  /** Mean log-probability per token of each completion. */
  readonly means: readonly number[]
  /** The completion with the highest mean; of several the first. */
  readonly choice: number
  /** Whether the correct completion, index 0, is chosen and not tied. */
  readonly correct: boolean
}

/**
 * Which completion a model prefers: the highest MEAN token log-probability, so that length does not decide. Muhlgay et
 * al. 2023, section 4.
 * @throws StatsInputError without completions, for one without tokens, or a log-probability that is not a number.
 */
export function factorChoice(tokenLogProbs: readonly (readonly number[])[]): FactorChoice {
  if (tokenLogProbs.length === 0) throw new StatsInputError('invalid-option', 'There is no completion')
  const means = tokenLogProbs.map(mean)
  const best = Math.max(...means)
  const correct = means[0] === best && means.filter((value) => value === best).length === 1
  return { means, choice: means.indexOf(best), correct }
}

function mean(values: readonly number[]): number {
  if (values.length === 0 || !values.every(Number.isFinite)) {
    throw new StatsInputError('not-a-number', 'A completion has no tokens, or a log-probability that is not a number')
  }
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
