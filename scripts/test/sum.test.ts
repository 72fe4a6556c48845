import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { add, flakyLines, inWords, NOTHING, readReport, single } from './sum'

let file = ''
beforeEach(() => {
  file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'assay-sum-')), 'report.json')
})
afterEach(() => fs.rmSync(path.dirname(file), { recursive: true }))
const write = (report: object) => fs.writeFileSync(file, JSON.stringify(report))

test('reads a report of vitest', () => {
  write({ numPassedTests: 7, numFailedTests: 0, numPendingTests: 2, numTodoTests: 1, success: true })
  expect(readReport(file, true)).toEqual({ passed: 7, failed: 0, skipped: 3, flaky: [] })
})

test('reads a report of Playwright, where a flaky test has passed and is named', () => {
  const spec = (title: string, status: string) => ({ file: 'gold.spec.ts', title, tests: [{ status }] })
  const suites = [{ specs: [spec('first', 'expected')], suites: [{ specs: [spec('second', 'flaky')] }] }]
  write({ stats: { expected: 4, unexpected: 1, flaky: 1, skipped: 5 }, suites })
  const sum = readReport(file, false)
  expect(sum).toEqual({ passed: 5, failed: 1, skipped: 5, flaky: ['gold.spec.ts: second'] })
  expect(flakyLines(add(single(true), sum))).toEqual(['flaky: gold.spec.ts: second'])
})

test('a failed run without a failed test is one failure, with or without a report', () => {
  expect(readReport(file, false)).toEqual({ ...NOTHING, failed: 1 })
  write({ numPassedTests: 7, numFailedTests: 0, numPendingTests: 0 })
  expect(readReport(file, false)).toEqual({ ...NOTHING, passed: 7, failed: 1 })
})

test('a good run must have left a report', () => {
  expect(() => readReport(file, true)).toThrow('report.json is missing')
})

test('the sum in words names the skipped only when there are some', () => {
  const sum = add(add(single(true), single(false)), { ...NOTHING, passed: 5 })
  expect(inWords(sum)).toBe('6 passed, 1 failed')
  expect(inWords(add(sum, { ...NOTHING, skipped: 3 }))).toBe('6 passed, 1 failed, 3 skipped')
})
