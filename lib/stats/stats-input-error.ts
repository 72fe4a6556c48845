export type StatsInputProblem =
  | 'undeclared-label'
  | 'invalid-label'
  | 'duplicate-category'
  | 'no-categories'
  | 'no-category-order'
  | 'ragged-units'
  | 'unknown-rater'
  | 'length-mismatch'
  | 'invalid-count'
  | 'not-a-number'
  | 'out-of-range'
  | 'not-two-categories'
  | 'invalid-option'

/**
 * The input cannot be counted (a label outside the declared universe, rows of different length, ...).
 * This is a mistake of the caller. A statistic that is merely undefined for valid data does not throw:
 * it returns `value: null` with a reason. The message is for developers, `problem` is for code.
 */
export class StatsInputError extends Error {
  constructor(
    readonly problem: StatsInputProblem,
    message: string,
  ) {
    super(message)
    this.name = 'StatsInputError'
  }
}
