import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { add, defectLines, inWords, NOTHING, readReport, single } from './sum'

let file = ''
beforeEach(() => {
  file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'assay-sum-')), 'report.json')
})
afterEach(() => fs.rmSync(path.dirname(file), { recursive: true }))
const write = (report: object) => fs.writeFileSync(file, JSON.stringify(report))

test('reads a report of vitest', () => {
  write({ numPassedTests: 7, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1, success: true })
  expect(readReport(file, 'Unit tests', true)).toEqual({ passed: 7, failed: 0, skipped: 3, flaky: [], failures: [] })
})

test('names what failed in a report of vitest, also a file that does not load', () => {
  const fileOf = (name: string, rest: object) => ({
    name: path.resolve(name),
    message: '',
    assertionResults: [],
    ...rest,
  })
  const testResults = [
    fileOf('lib/a.test.ts', {
      status: 'failed',
      assertionResults: [
        { fullName: 'sums counts', status: 'passed', failureMessages: [] },
        {
          fullName: 'sums nothing',
          status: 'failed',
          failureMessages: ['\u001b[31mError: expected 1\u001b[39m\n    at line 3'],
        },
      ],
    }),
    fileOf('lib/b.test.ts', { status: 'failed', message: 'Cannot find module' }),
    fileOf('lib/c.test.ts', { status: 'passed' }),
  ]
  write({ numPassedTests: 1, numFailedTests: 1, numPendingTests: 0, testResults })
  expect(defectLines(readReport(file, 'Unit tests', false))).toEqual([
    'failed: lib/a.test.ts: sums nothing: Error: expected 1',
    'failed: lib/b.test.ts: Cannot find module',
  ])
})

test('reads a report of Playwright, where a flaky test has passed and is named', () => {
  const spec = (title: string, status: string, ...messages: string[]) => ({
    file: 'gold.spec.ts',
    title,
    tests: [{ status, results: [...messages.map((message) => ({ error: { message } })), {}] }],
  })
  const late = spec('second', 'flaky', 'Error: late\nCall log')
  const suites = [{ specs: [spec('first', 'expected')], suites: [{ specs: [late, spec('third', 'unexpected')] }] }]
  write({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 5 }, suites })
  const sum = readReport(file, 'Unit tests', false)
  expect(sum).toMatchObject({ passed: 5, failed: 1, skipped: 5 })
  expect(defectLines(add(single('Types', true), sum))).toEqual([
    'flaky: gold.spec.ts: second: Error: late',
    'failed: gold.spec.ts: third',
  ])
})

test('a failed run without a failed test is one failure, with or without a report', () => {
  expect(readReport(file, 'Unit tests', false)).toEqual({ ...NOTHING, failed: 1, failures: ['Unit tests'] })
  write({ numPassedTests: 7, numFailedTests: 0, numPendingTests: 0 })
  expect(readReport(file, 'Unit tests', false)).toEqual({ ...NOTHING, passed: 7, failed: 1, failures: ['Unit tests'] })
})

test('a good run must have left a report', () => {
  expect(() => readReport(file, 'Unit tests', true)).toThrow('report.json is missing')
})

test('the sum in words names the skipped only when there are some', () => {
  const sum = add(add(single('Types', true), single('Types', false)), { ...NOTHING, passed: 5 })
  expect(inWords(sum)).toBe('6 passed, 1 failed')
  expect(inWords(add(sum, { ...NOTHING, skipped: 3 }))).toBe('6 passed, 1 failed, 3 skipped')
})
