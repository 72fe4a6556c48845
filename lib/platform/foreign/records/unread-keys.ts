/** Which items a row that cannot be read may belong to, by what can still be seen of it. Pure. */

import { isJsonRecord } from '@/lib/protocols/record-fields'
import type { RowGroups } from '@/lib/protocols/records'
import { parseJson } from './parse-json'
import { type KeyPart, keyPart } from './row-groups'
import type { SourceProblem, UnreadRow } from './source-entry'

/** More keys than these are not told apart: a row in which so many are found has swallowed a good part of the file. */
const MOST_KEYS = 64
/** So many places of a name in a text are looked at. */
const MOST_PLACES = 50

/** The parts of a key; null: one that cannot be seen, so that it may be any. */
export type PartialKey = readonly KeyPart[]

/** It may be any key at all. */
export const isAnyKey = (key: PartialKey): boolean => key.every((part) => part === null)

/**
 * The keys of the items that may lack the row, one too many rather than one too few; none where it is no row at all. `bytes`: of JSON, what
 * the row was cut out as.
 */
export function keysOfUnread(
  { kind, row }: SourceProblem,
  bytes: Buffer | null | undefined,
  groups: RowGroups,
): PartialKey[] {
  if (row) return keysOfCells(row, groups)
  const any = groups.by.map(() => null)
  if (!bytes) return [any]
  // A comma too many is no row that an item could lack.
  if (bytes.length === 0) return []
  const found = keysInJson(bytes.toString('utf8'), groups)
  // Neither is a value without fields.
  return kind === 'not-an-object' ? found.filter((key) => !isAnyKey(key)) : found
}

/** Where cells are missing or too many, a column is counted from the left, and from the right. */
function keysOfCells({ names, cells, within = [] }: UnreadRow, { by }: RowGroups): PartialKey[] {
  const keysOf = (row: readonly string[]) =>
    combinations(
      by.map((pointer) => {
        const column = pointer.length === 1 ? names.indexOf(pointer[0] ?? '') : -1
        if (column < 0) return []
        const values = [row[column], row[column + row.length - names.length]]
        return [...new Set(values)].flatMap((cell) => (cell === undefined || cell === '' ? [] : [cell]))
      }),
    )
  // A quote that is not closed has drawn further rows into this one; lines of its own text show no key.
  const further = within.flatMap(keysOf).filter((key) => !isAnyKey(key))
  return [...keysOf(cells), ...further]
}

/** Every value that stands behind one of the names, wherever in the text. */
const keysInJson = (text: string, { by }: RowGroups): PartialKey[] =>
  combinations(by.map((pointer) => valuesBehind(text, pointer.at(-1) ?? '')))

const VALUE = /\s*:\s*("[^"\\]*(?:\\[\s\S][^"\\]*)*"|-?\d[\d.eE+-]*|true|false)/y

/** None where there are too many places. */
function valuesBehind(text: string, name: string): KeyPart[] {
  const written = JSON.stringify(name)
  const tokens = new Set<string>()
  let places = 0
  for (let index = text.indexOf(written); index >= 0; index = text.indexOf(written, index + 1)) {
    if (++places > MOST_PLACES) return []
    VALUE.lastIndex = index + written.length
    const [, token] = VALUE.exec(text) ?? []
    if (token !== undefined && token !== '""') tokens.add(token)
  }
  return [...tokens].flatMap((token) => {
    const parsed = parseJson(`{"value":${token}}`)
    if (!parsed.ok || !isJsonRecord(parsed.value)) return []
    return [keyPart(parsed.value, ['value'], parsed.value.value ?? null)]
  })
}

/** Every key of one value of each part; where there are too many, any. */
function combinations(parts: readonly (readonly KeyPart[])[]): PartialKey[] {
  let keys: KeyPart[][] = [[]]
  for (const found of parts) {
    const values = found.length > 0 ? found : [null]
    if (keys.length * values.length > MOST_KEYS) return [parts.map(() => null)]
    keys = keys.flatMap((key) => values.map((value) => [...key, value]))
  }
  return keys
}
