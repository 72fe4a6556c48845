/** How many tests went which way. */
import fs from 'node:fs'
import { z } from 'zod'

export interface Sum {
  passed: number
  failed: number
  skipped: number
  /** Tests that failed once and passed when tried again; they count as passed. */
  flaky: readonly string[]
}

export const NOTHING: Sum = { passed: 0, failed: 0, skipped: 0, flaky: [] }

/** A step that is one test. */
export const single = (ok: boolean): Sum => ({ ...NOTHING, passed: ok ? 1 : 0, failed: ok ? 0 : 1 })

export const add = (a: Sum, b: Sum): Sum => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  flaky: [...a.flaky, ...b.flaky],
})

/** A line for each flaky test; each is a defect to be mended. */
export const flakyLines = ({ flaky }: Sum): string[] => flaky.map((name) => `flaky: ${name}`)

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
    flaky: [],
  }))

interface Suite {
  specs: { file: string; title: string; tests: { status: string }[] }[]
  suites?: Suite[]
}

const suite: z.ZodType<Suite> = z.object({
  specs: z.array(z.object({ file: z.string(), title: z.string(), tests: z.array(z.object({ status: z.string() })) })),
  suites: z.lazy(() => z.array(suite)).optional(),
})

const specsOf = (suites: readonly Suite[]): Suite['specs'] =>
  suites.flatMap(({ specs, suites: inner }) => [...specs, ...specsOf(inner ?? [])])

const playwright = z
  .object({
    stats: z.object({ expected: count, unexpected: count, flaky: count, skipped: count }),
    suites: z.array(suite).default([]),
  })
  .transform(({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    flaky: specsOf(suites).flatMap(({ file, title, tests }) =>
      tests.some(({ status }) => status === 'flaky') ? [`${file}: ${title}`] : [],
    ),
  }))

/**
 * The sum in the JSON report of vitest or Playwright. A run that failed without a failing test (a file that does not
 * load, a server that does not start, no report at all) counts as one failure.
 */
export function readReport(file: string, ok: boolean): Sum {
  let sum: Sum = NOTHING
  if (fs.existsSync(file)) sum = z.union([vitest, playwright]).parse(JSON.parse(fs.readFileSync(file, 'utf8')))
  else if (ok) throw new Error(`${file} is missing`)
  return ok || sum.failed > 0 ? sum : { ...sum, failed: 1 }
}
