import { MIN_UNITS } from '@/lib/quality/agreement/contract'
import type { MatrixOptions, MatrixReport } from './contract'
import { comparisonReport } from './figures/comparison-report'
import { Resampling } from './figures/intervals'
import { ratingsReport } from './figures/ratings-report'
import { readInput } from './reading/read-input'

export interface ReportLimits {
  /** Ends the work: nobody waits for it any more. */
  signal?: AbortSignal | undefined
  /** From when on intervals are left out. */
  enough?: AbortSignal | undefined
  /** Steps that comparing every two raters may take. */
  mostWork?: number
  /**
   * Of fewer units with two ratings or more there are counts only. Neither the route nor the command line sets it: figures of
   * a handful of units mislead. The reference vectors do, so that small ones run through this function too.
   */
  minUnits?: number
}

/**
 * Everything about a file of ratings, cuts, lists or texts: the same for the command line, the API and the page. It lets
 * other work of the process through. @throws MatrixProblem for a file that cannot be counted, saying where and what to do.
 */
export async function reportOf(
  bytes: Uint8Array,
  options: MatrixOptions,
  limits: ReportLimits = {},
): Promise<MatrixReport> {
  const input = readInput(bytes, options)
  const { seed, resamples } = options
  const { signal, enough, mostWork = Number.POSITIVE_INFINITY, minUnits = MIN_UNITS } = limits
  const resampling = new Resampling({ seed, resamples, minUnits, signal, enough })
  if (input.kind === 'ratings') return ratingsReport(input.matrix, options, resampling, mostWork)
  return comparisonReport(input.compared, options, resampling, mostWork)
}
