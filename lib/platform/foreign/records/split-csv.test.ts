import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWellQuoted, splitCsv } from './split-csv'

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

async function outline(text: string): Promise<string[]> {
  const lines: string[] = []
  for await (const { read } of splitCsv(once(text), ',')) {
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

test('a row of nothing but quotes costs what its length does', async () => {
  const row = `1,a${'"b'.repeat(500_000)}`
  expect(await outline(`id,text\n${row}\n2,c\n`)).toEqual(['2 csv-quotes', '3 ok'])
})
