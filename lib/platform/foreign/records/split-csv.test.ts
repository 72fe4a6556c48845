import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseStored } from './parse-stored'
import { isWellQuoted } from './row-quotes'
import type { SourceEntry } from './source-entry'
import { splitCsv } from './split-csv'

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

describe('tables of common programs', () => {
  const read = async (text: string, delimiter = ',') => {
    const entries: SourceEntry[] = []
    for await (const row of splitCsv(once(text), { delimiter, hasHeading: true })) entries.push(row.read())
    for (const entry of entries) if (entry.ok) expect(parseStored(entry.raw)).toEqual(entry.value)
    return entries.map((entry) =>
      entry.ok
        ? {
            line: entry.line,
            ...entry.value,
            ...(entry.notes[0] ? { said: `${entry.notes[0].field}: ${entry.notes[0].message}` } : {}),
          }
        : `${entry.line} ${entry.kind}`,
    )
  }

  test('rows without a filled cell are left out, wherever they stand', async () => {
    expect(await read(';;\na;b;c\n1;2;3\n;;;\n ; ;\n4;5;6\n;;;;\n', ';')).toEqual([
      { line: 3, a: '1', b: '2', c: '3' },
      { line: 6, a: '4', b: '5', c: '6' },
    ])
  })

  test('columns without a name are left out while they are empty, and have the letters of a sheet else', async () => {
    expect(await read('prompt,response,,\nWhy?,So.,,\nHow?,Thus.\nWho?,He.,seen,\n')).toEqual([
      { line: 2, prompt: 'Why?', response: 'So.' },
      { line: 3, prompt: 'How?', response: 'Thus.' },
      { line: 4, prompt: 'Who?', response: 'He.', 'Column C': 'seen' },
    ])
    expect(await read('a,,Column B\n1,2,3\n')).toEqual(['1 csv-header'])
  })

  test('empty cells behind a row are left out, others are a problem', async () => {
    expect(await read('a,b\n1,2,,\n1,2,,3\n')).toEqual([{ line: 2, a: '1', b: '2' }, '3 csv-columns'])
  })

  test('between tabs, quotes within a text are signs of it, which is said', async () => {
    const said = (field: string) =>
      `${field}: Double quotes stand within the text, between tabs; they are read as signs of it.`
    const rows = ['id\ttext', '1\tHe said "hi"', '2\t"Hi" he said', '3\t"quoted ""so"""', '4\t"so"\t', '5\t5" and 6"']
    expect(await read(`${rows.join('\n')}\n`, '\t')).toEqual([
      { line: 2, id: '1', text: 'He said "hi"', said: said('text') },
      { line: 3, id: '2', text: '"Hi" he said', said: said('text') },
      { line: 4, id: '3', text: 'quoted "so"' },
      { line: 5, id: '4', text: 'so' },
      { line: 6, id: '5', text: '5" and 6"', said: said('text') },
    ])
  })

  test('blanks before a quote and behind it are not read, which is said', async () => {
    const said = ': Blanks around a quoted text are not read.'
    expect(await read('id, "text"\n1, "one, ""two"""\n2, plain\n3, "a" b\n4,5 "a"\n')).toEqual([
      { line: 2, id: '1', text: 'one, "two"', said },
      { line: 3, id: '2', text: ' plain' },
      '4 csv-quotes',
      '5 csv-quotes',
    ])
  })
})
