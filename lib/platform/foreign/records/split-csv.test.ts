import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWellQuoted, splitCsv } from './split-csv'

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

async function outline(text: string): Promise<string[]> {
  const lines: string[] = []
  for await (const { read } of splitCsv(once(text), { delimiter: ',', hasHeading: true })) {
    const entry = read()
    lines.push(entry.ok ? `${entry.line} ok` : `${entry.line} ${entry.kind}`)
  }
  return lines
}

const isTaken = (row: string): boolean => {
  try {
    return parse(`${row}\n`, { relax_column_count: true }).length > 0
  } catch {
    return false
  }
}

test('a row is well quoted where a strict parser takes it', () => {
  const row = fc.array(fc.constantFrom('"', ',', 'a', ' ', '"a"', '""'), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(row, (parts) => {
      const text = parts.join('')
      expect(isWellQuoted(text, ',')).toBe(isTaken(text))
    }),
    { numRuns: 300 },
  )
})

test('a row with a stray quote is a problem, and those behind it are read', async () => {
  expect(await outline('id,text\n1,a"b\n2,"c"\n3,"d"e\n4,f\n')).toEqual([
    '2 csv-quotes',
    '3 ok',
    '4 csv-quotes',
    '5 ok',
  ])
  expect(await outline('\ufeff"id","text"\n1,"a ""b"""\n')).toEqual(['2 ok'])
  expect(await outline('id,te"xt\n1,a\n')).toEqual(['1 csv-quotes'])
})

test.each([
  ['id,text\n1,a\n2,"open\n3,c\n4,d\n', 3],
  ['id,text\n1,a\n2,"open\n3,c\n4,d', 3],
  ['id,text\r\n1,a\r\n2,"open\r\n3,c\r\n', 3],
  ['id,text,more\n1,"two\nlines, ""said""\n","open\n3,c\n', 4],
  ['id,text\n\n\n1,"open', 4],
  ['"open\n1,a\n', 1],
  ['\ufeffid,"open\n1,a\n', 1],
])('a quote that is never closed is named by its own line: %j', async (text, line) => {
  expect(await outline(text)).toContain(`${line} truncated`)
})

test('a row of nothing but quotes costs what its length does', async () => {
  const row = `1,a${'"b'.repeat(500_000)}`
  expect(await outline(`id,text\n${row}\n2,c\n`)).toEqual(['2 csv-quotes', '3 ok'])
})
