/** How many tests went which way. */
import fs from 'node:fs'
import { z } from 'zod'

export interface Sum {
  passed: number
  failed: number
  skipped: number
}

/** A step that is one test. */
export const single = (ok: boolean): Sum => ({ passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 })

export const add = (a: Sum, b: Sum): Sum => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})

/** The last line of `npm test`. */
export const inWords = ({ passed, failed, skipped }: Sum) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const count = z.number().int().min(0)

const vitest = z
  .object({ numPassedTests: count, numFailedTests: count, numPendingTests: count, numTodoTests: count.default(0) })
  .transform((report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }))

const playwright = z
  .object({ stats: z.object({ expected: count, unexpected: count, flaky: count, skipped: count }) })
  .transform(({ stats }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
  }))

/**
 * The sum in the JSON report of vitest or Playwright. A run that failed without a failing test (a file that does not
 * load, a server that does not start, no report at all) counts as one failure.
 */
export function readReport(file: string, ok: boolean): Sum {
  let sum: Sum = { passed: 0, failed: 0, skipped: 0 }
  if (fs.existsSync(file)) sum = z.union([vitest, playwright]).parse(JSON.parse(fs.readFileSync(file, 'utf8')))
  else if (ok) throw new Error(`${file} is missing`)
  return ok || sum.failed > 0 ? sum : { ...sum, failed: 1 }
}
