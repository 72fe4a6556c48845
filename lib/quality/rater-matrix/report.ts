import { MIN_UNITS } from '@/lib/quality/agreement/contract'
import type { MatrixOptions, MatrixReport } from './contract'
import { comparisonReport } from './figures/comparison-report'
import { IntervalsInTime } from './figures/matrix-figures'
import { ratingsReport } from './figures/ratings-report'
import { MatrixProblem } from './reading/matrix-problem'
import { readInput } from './reading/read-input'

export interface ReportLimits {
  /** From when on intervals are left out, by `performance.now()`. */
  deadline?: number
  /** Steps that comparing every two raters may take. */
  mostWork?: number
  /**
   * Of fewer units with two ratings or more there are counts only. Neither the route nor the command line sets it: figures of
   * a handful of units mislead. The reference vectors do, so that small ones run through this function too.
   */
  minUnits?: number
}

/**
 * Everything about a file of ratings, cuts, lists, texts or spans: the same for the command line, the API and the page. Pure.
 * @throws MatrixProblem for a file that cannot be counted, saying where and what to do.
 */
export function reportOf(bytes: Uint8Array, options: MatrixOptions, limits: ReportLimits = {}): MatrixReport {
  const input = readInput(bytes, options)
  const { seed, resamples, method } = options
  const { deadline, mostWork = Number.POSITIVE_INFINITY, minUnits = MIN_UNITS } = limits
  const intervals = new IntervalsInTime({ seed, resamples, method, minUnits, deadline })
  if (input.kind === 'ratings') return ratingsReport(input.matrix, options, intervals, mostWork)
  return comparisonReport(input.compared, options, intervals, mostWork)
}

/** What the server asks for, in another process. */
export interface CheckedFile {
  bytes: Uint8Array
  options: MatrixOptions
  /** After this long the intervals that are still missing are left out (milliseconds). */
  enoughMs: number
  mostWork: number
}

/** The report, or why the file cannot be counted. */
export function checkedReport({
  bytes,
  options,
  enoughMs,
  mostWork,
}: CheckedFile): { ok: true; report: MatrixReport } | { ok: false; message: string } {
  try {
    return { ok: true, report: reportOf(bytes, options, { deadline: performance.now() + enoughMs, mostWork }) }
  } catch (error) {
    if (error instanceof MatrixProblem) return { ok: false, message: error.message }
    throw error
  }
}
