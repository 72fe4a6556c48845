/** How many tests went which way. */
import fs from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { z } from 'zod'

export interface Sum {
  passed: number
  failed: number
  skipped: number
  /** Tests that failed once and passed when tried again; they count as passed. */
  flaky: readonly string[]
  /** What the reports name as failed: each with its file and the first line of its message. */
  failures: readonly string[]
}

export const NOTHING: Sum = { passed: 0, failed: 0, skipped: 0, flaky: [], failures: [] }

/** A step that is one test; `title` names it among the failures. */
export const single = (title: string, ok: boolean): Sum =>
  ok ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1, failures: [title] }

export const add = (a: Sum, b: Sum): Sum => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  flaky: [...a.flaky, ...b.flaky],
  failures: [...a.failures, ...b.failures],
})

/** A line for each test that failed, always or once; they stand above the sum, where the end of a long log shows them. */
export const defectLines = ({ flaky, failures }: Sum): string[] => [
  ...flaky.map((name) => `flaky: ${name}`),
  ...failures.map((name) => `failed: ${name}`),
]

/** The last line of `npm test`. */
export const inWords = ({ passed, failed, skipped }: Sum) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const count = z.number().int().min(0)

/** The first line of a message that a tool printed, without the colours of a terminal. */
const firstLine = (message: string): string => stripVTControlCharacters(message).trim().split('\n', 1)[0] ?? ''

const withMessage = (place: string, message: string | undefined): string =>
  message ? `${place}: ${firstLine(message)}` : place

const vitestFile = z
  .object({
    name: z.string(),
    status: z.string(),
    message: z.string().default(''),
    assertionResults: z.array(
      z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).nullish() }),
    ),
  })
  .transform(({ name, status, message, assertionResults }) => {
    const file = path.relative('.', name)
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => withMessage(`${file}: ${test.fullName}`, test.failureMessages?.[0]))
    // A file that does not load has no tests.
    return tests.length === 0 && status === 'failed' ? [withMessage(file, message)] : tests
  })

const vitest = z
  .object({
    numPassedTests: count,
    numFailedTests: count,
    numPendingTests: count,
    numTodoTests: count.default(0),
    testResults: z.array(vitestFile).default([]),
  })
  .transform((report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    flaky: [],
    failures: report.testResults.flat(),
  }))

const spec = z.object({
  file: z.string(),
  title: z.string(),
  tests: z.array(
    z.object({
      status: z.string(),
      results: z.array(z.object({ error: z.object({ message: z.string().optional() }).optional() })).default([]),
    }),
  ),
})

interface Suite {
  specs: z.infer<typeof spec>[]
  suites?: Suite[]
}

const suite: z.ZodType<Suite> = z.object({
  specs: z.array(spec),
  suites: z.lazy(() => z.array(suite)).optional(),
})

const specsOf = (suites: readonly Suite[]): Suite['specs'] =>
  suites.flatMap(({ specs, suites: inner }) => [...specs, ...specsOf(inner ?? [])])

/** The tests in a state, each with what it failed with. */
const inState = (suites: readonly Suite[], state: string): string[] =>
  specsOf(suites).flatMap(({ file, title, tests }) =>
    tests
      .filter(({ status }) => status === state)
      .map(({ results }) => withMessage(`${file}: ${title}`, results.find(({ error }) => error)?.error?.message)),
  )

const playwright = z
  .object({
    stats: z.object({ expected: count, unexpected: count, flaky: count, skipped: count }),
    suites: z.array(suite).default([]),
  })
  .transform(({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    flaky: inState(suites, 'flaky'),
    failures: inState(suites, 'unexpected'),
  }))

/**
 * The sum in the JSON report of vitest or Playwright. A run that failed without a failing test (a file that does not
 * load, a server that does not start, no report at all) counts as one failure, named by the step's `title` where the
 * report names none.
 */
export function readReport(file: string, title: string, ok: boolean): Sum {
  let sum: Sum = NOTHING
  if (fs.existsSync(file)) sum = z.union([vitest, playwright]).parse(JSON.parse(fs.readFileSync(file, 'utf8')))
  else if (ok) throw new Error(`${file} is missing`)
  if (ok || sum.failed > 0) return sum
  return { ...sum, failed: 1, failures: sum.failures.length > 0 ? sum.failures : [title] }
}
