/** Files of records, one a line, in rows, in a list or in a document: taken apart and put together by the tests alone. */
import { parse } from 'csv-parse/sync'
import type { Json } from '@/lib/protocols/answers'
import type { JsonRecord } from '@/lib/protocols/record-fields'
import { normalJson, normalLines } from '@/tests/support/normal-json'
import { asPythonWrites, type PythonWay } from './python-json'

export interface Carrier {
  /** The beginning of a published text, with so many records, as the authors of the set would write it. */
  head(text: string, records: number): string
  records(text: string): JsonRecord[]
  text(records: readonly JsonRecord[]): string
  /** What an export and published texts have to have in common: the same for files that say the same. */
  said(text: string): readonly string[]
  /** The exported text as the authors of the set write theirs; null where only what is said is compared. */
  published: ((exported: string) => string) | null
}

const linesOf = (text: string) => text.split('\n').filter((line) => line !== '')

/** Records one a line. */
export const jsonLines = (way: PythonWay): Carrier => ({
  head: (text, records) =>
    linesOf(text)
      .slice(0, records)
      .map((line) => `${line}\n`)
      .join(''),
  records: (text) => linesOf(text).map((line) => JSON.parse(line)),
  text: (records) => records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  said: normalLines,
  published: (exported) =>
    linesOf(exported)
      .map((line) => `${asPythonWrites(line, way)}\n`)
      .join(''),
})

/** One list of records, which the export has one a line. */
export const jsonList = (way: PythonWay): Carrier => ({
  head: (text, records) => `${asPythonWrites(JSON.stringify(JSON.parse(text).slice(0, records)), way)}\n`,
  records: (text) => (text.startsWith('[') ? JSON.parse(text) : linesOf(text).map((line) => JSON.parse(line))),
  text: (records) => JSON.stringify(records),
  said: (text) =>
    text.startsWith('[')
      ? (JSON.parse(text) as Json[]).map((record) => normalJson(JSON.stringify(record)))
      : normalLines(text),
  published: (exported) => `${asPythonWrites(`[${linesOf(exported).join(',')}]`, way)}\n`,
})

/** Rows of a table, of which those with the same keys are a record: the keys, and the rows as they are under `rows`. */
export const csvRows = (keys: readonly string[], rows: string): Carrier => ({
  head(text, records) {
    return this.text(this.records(text).slice(0, records))
  },
  records: (text) => {
    const groups = new Map<string, JsonRecord & { [name: string]: Json }>()
    for (const row of parse(text, { columns: true }) as Record<string, string>[]) {
      const shared = Object.fromEntries(keys.map((key) => [key, row[key] ?? '']))
      const code = JSON.stringify(shared)
      const group = groups.get(code) ?? { ...shared, [rows]: [] }
      ;(group[rows] as Json[]).push(row)
      groups.set(code, group)
    }
    return [...groups.values()]
  },
  text: (records) => {
    const listed = records.flatMap((record) => record[rows] as Record<string, string>[])
    const cells = (row: readonly string[]) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')
    return [Object.keys(listed[0] ?? {}), ...listed.map((row) => Object.values(row))]
      .map((row) => `${cells(row)}\n`)
      .join('')
  },
  said: (text) => (parse(text, { columns: true }) as Json[]).map((row) => normalJson(JSON.stringify(row))),
  published: null,
})

/** A document whose records stand under keys within keys, which are fields of the record here; `beside` keys hold no record. */
export const document = (keys: readonly [string, string, string], beside: string, way: PythonWay): Carrier => ({
  head(text, records) {
    return asPythonWrites(this.text(this.records(text).slice(0, records)), way)
  },
  records: (text) =>
    Object.entries(JSON.parse(text) as Record<string, Record<string, Record<string, JsonRecord>>>).flatMap(
      ([first, within]) =>
        Object.entries(within).flatMap(([second, records]) =>
          Object.entries(records)
            .filter(([third]) => third !== beside)
            .map(([third, record]) => ({ [keys[0]]: first, [keys[1]]: second, [keys[2]]: third, ...record })),
        ),
    ),
  text: (records) => {
    const whole: Record<string, Record<string, Record<string, JsonRecord>>> = {}
    for (const { [keys[0]]: first, [keys[1]]: second, [keys[2]]: third, ...record } of records) {
      const within = whole[String(first)] ?? {}
      whole[String(first)] = within
      within[String(second)] = { ...within[String(second)], [String(third)]: record }
    }
    return JSON.stringify(whole)
  },
  said: (text) => normalLines(text.includes('\n    ') ? JSON.stringify(JSON.parse(text)) : text),
  published: (exported) => asPythonWrites(exported.trim(), way),
})
