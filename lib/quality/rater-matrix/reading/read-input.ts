import type { MatrixOptions } from '@/lib/quality/rater-matrix/contract'
import { type ComparedUnits, isCompared, readCompared, readSpanRows } from './compared-units'
import { givenSpans, hasSpanColumns } from './marked-units'
import { MatrixProblem } from './matrix-problem'
import { type RaterMatrix, readRatings, readRows } from './read-ratings'
import {
  decodeText,
  isObject,
  type Json,
  type JsonObject,
  readCsv,
  readJson,
  type Table,
  tableOfObjects,
} from './tables'

export type MatrixInput = { kind: 'ratings'; matrix: RaterMatrix } | { kind: 'comparison'; compared: ComparedUnits }

/** Lists of records that an object may be wrapped around. */
const AROUND = ['units', 'items', 'records', 'data', 'documents', 'ratings'] as const

/** Reads a file of ratings, cuts, lists, texts or spans; what it is, its content says. @throws MatrixProblem, nothing else. */
export function readInput(bytes: Uint8Array, options: MatrixOptions): MatrixInput {
  const text = decodeText(bytes)
  if (!/^\s*[[{]/.test(text)) {
    const table = readCsv(text)
    const compared = readSpanRows(table, options)
    return compared ? { kind: 'comparison', compared } : ratingsOf(table, options)
  }
  const file = readJson(text)
  if (file.container === 'JSON lines') return ofObjects(file.container, file.objects, file.lines, options)
  return Array.isArray(file.value) ? ofList(file.value, {}, options) : ofObject(file.value, options)
}

function ofObject(value: Json, options: MatrixOptions): MatrixInput {
  if (isObject(value)) {
    if (isCompared(value)) return ofObjects('JSON object', [value], [1], options)
    const list = AROUND.map((name) => value[name]).find((inner) => Array.isArray(inner))
    if (Array.isArray(list)) return ofList(list, value, options)
  }
  throw new MatrixProblem(
    'The JSON is neither a list of records nor an object around one.',
    'Write a list of objects, or an object with "units".',
  )
}

/** `around`: what the file says beside the list. */
function ofList(list: readonly Json[], around: JsonObject, options: MatrixOptions): MatrixInput {
  if (list.length === 0) throw new MatrixProblem('The list is empty.', 'It needs an entry for each unit.')
  const arrays = list.filter((entry) => Array.isArray(entry))
  if (arrays.length === list.length) return { kind: 'ratings', matrix: readRows(arrays, around, options) }
  const objects = list.map((entry, index) => {
    if (isObject(entry)) return entry
    throw new MatrixProblem('This entry is not an object.', 'Write one object a unit.', { record: index + 1 })
  })
  const lines = objects.map((_, index) => index + 1)
  return ofObjects('JSON list', objects, lines, options)
}

function ofObjects(
  container: string,
  objects: readonly JsonObject[],
  lines: readonly number[],
  options: MatrixOptions,
): MatrixInput {
  if (objects.some(isCompared))
    return { kind: 'comparison', compared: readCompared(container, objects, lines, options) }
  const compared = readSpanRows({ container, objects, lines }, options)
  if (compared) return { kind: 'comparison', compared }
  return ratingsOf(tableOfObjects(container, objects, lines), options)
}

/** Where several spans of a text were given to be rated, how they are named, unless the options say so. */
function spansGiven({ columns, rows }: Table, options: MatrixOptions): Pick<MatrixOptions, 'unit' | 'response'> {
  if (options.unit !== undefined || !hasSpanColumns(columns)) return {}
  const fields = rows.map(({ cells }) =>
    Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? null])),
  )
  const spanColumns = givenSpans(columns, fields)
  return spanColumns ? { unit: spanColumns.unit, response: options.response ?? spanColumns.response } : {}
}

function ratingsOf(table: Table, options: MatrixOptions): MatrixInput {
  const matrix = readRatings(table, { ...options, ...spansGiven(table, options) })
  return {
    kind: 'ratings',
    matrix: hasSpanColumns(table.columns) ? { ...matrix, notes: [...matrix.notes, GIVEN_SPANS] } : matrix,
  }
}

const GIVEN_SPANS =
  'Everybody has rated the same places of an item, once each, so that these are ratings of given spans; if annotators marked them, say so with the option overlapping.'
