import { lineAt } from './decode-text'
import { MatrixProblem, shortened } from './matrix-problem'
import type { Row, Table } from './table'

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
export type JsonObject = { [key: string]: Json }

const MAX_DEPTH = 64
const MAX_FIELDS = 2000

export type JsonFile =
  | { container: 'JSON list' | 'JSON object'; value: Json }
  | { container: 'JSON lines'; objects: JsonObject[]; lines: number[] }

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A JSON value, or the list of the values on each line. @throws MatrixProblem with the line where it is known. */
export function readJson(text: string): JsonFile {
  const trimmed = text.trim()
  const lines = trimmed.startsWith('{') ? text.split('\n') : []
  const first = lines.find((line) => line.trim() !== '') ?? ''
  const isLines = lines.filter((line) => line.trim() !== '').length > 1 && parses(first)
  if (isLines) {
    const kept = lines.flatMap((line, index) => (line.trim() === '' ? [] : [{ line, number: index + 1 }]))
    const objects = kept.map(({ line, number }) => objectOn(line, number))
    return { container: 'JSON lines', objects, lines: kept.map(({ number }) => number) }
  }
  const value = parseJson(text, (offset) => lineAt(text, offset))
  return { container: Array.isArray(value) ? 'JSON list' : 'JSON object', value }
}

function objectOn(line: string, number: number): JsonObject {
  const value = parseJson(line, () => number)
  if (!isObject(value)) {
    throw new MatrixProblem('This line holds no JSON object.', 'Write one object a line.', { line: number })
  }
  return value
}

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function parseJson(text: string, lineOf: (offset: number) => number): Json {
  let value: Json
  try {
    value = JSON.parse(text)
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    const offset = /at position (\d+)/.exec(message)?.[1]
    const line = lineOf(Number(offset ?? 0))
    const known = offset !== undefined || lineOf(text.length) === line
    const reason = shortened(message.replace(/ in JSON at position.*$/, ''))
    throw new MatrixProblem(`This is not JSON: ${reason}.`, 'Correct it there.', known ? { line } : {})
  }
  if (deeperThan(value, MAX_DEPTH)) throw new MatrixProblem('The JSON is nested too deep.', 'Flatten it.')
  return value
}

function deeperThan(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some((inner) => deeperThan(inner, levels - 1))
}

/** Objects as rows: a column for every field that any of them has. Lists and objects in fields are kept as JSON text. */
export function tableOfObjects(container: string, objects: readonly JsonObject[], lines: readonly number[]): Table {
  const columns = new Map<string, number>()
  for (const object of objects)
    for (const name of Object.keys(object)) if (!columns.has(name)) columns.set(name, columns.size)
  if (columns.size > MAX_FIELDS) {
    throw new MatrixProblem(`The records have ${columns.size} different fields.`, `Keep at most ${MAX_FIELDS}.`)
  }
  const names = [...columns.keys()]
  const rows = objects.map((object, index): Row => {
    const cells = names.map((name) => (Object.hasOwn(object, name) ? cellOf(object[name]) : null))
    return { line: lines[index] ?? index + 1, cells }
  })
  return { container, columns: names, rows }
}

/** A scalar as text, as a CSV cell would have it; null is "not there". */
export function cellOf(value: Json | undefined): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value.trim()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
