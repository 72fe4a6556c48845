/** Which kind of file is this? Decided by its first megabyte, never by its name. */
import { isUtf8 } from 'node:buffer'
import { parseJson } from './parse-json'
import { notUtf8 } from './parse-piece'
import { behindQuotes } from './row-quotes'
import { type SourceProblem, sourceProblem } from './source-entry'
import { isControl, isUtf8Text } from './unpack'

export type Container =
  /** `isOne`: is the file nothing but one object? */
  | { kind: 'lines'; offset: number; isOne: boolean }
  /** `wrapped`: the list stands in an object, beside other fields or (`isOnly`) as the only one of a file that is nothing else. */
  | {
      kind: 'json'
      mode: 'list' | 'stream'
      offset: number
      line: number
      wrapped: boolean
      isOnly?: boolean
      isOne?: boolean
    }
  /** `hasHeading`: does the first row name the fields? Else its only column is a text. */
  | { kind: 'csv'; delimiter: string; offset: number; hasHeading: boolean }
  /** A text on each line. `delimiter`: what cuts all lines into as many cells, as in a table without headings; null where nothing does. */
  | { kind: 'text'; offset: number; delimiter: string | null }

/** Keys under which a JSON object may hold the list of records. */
const WRAPPERS = ['items', 'data', 'records']
const LF = 10

const MAGIC: readonly [string, string][] = [
  ['d0cf11e0', 'This is an old Excel or Word file, not a text file.'],
  ['25504446', 'This is a PDF, not a text file.'],
  ['89504e47', 'This is a picture (PNG), not a text file.'],
  ['ffd8ff', 'This is a picture (JPEG), not a text file.'],
  ['47494638', 'This is a picture (GIF), not a text file.'],
  ['377abcaf', 'This is a 7-Zip archive, not a text file.'],
  ['28b52ffd', 'This file is compressed with Zstandard.'],
]
const EXPORT_AS = 'Unpack it or export it as JSON, JSON lines or CSV, and upload that.'

/**
 * `head` is the whole file when `complete`, otherwise its beginning. `recordLists`: fields that make an object a record, though it has nothing
 * else but a list of objects in one of them.
 */
export function detectContainer(
  head: Buffer,
  complete: boolean,
  recordLists: readonly string[] = [],
): Container | SourceProblem {
  const problem = notText(head)
  if (problem) return problem
  const bom = head.subarray(0, 3).toString('hex') === 'efbbbf' ? 3 : 0
  // Byte offsets are needed: one character a byte.
  const text = head.subarray(bom).toString('latin1')
  const first = text.search(/[^\s]/)
  if (first < 0) return sourceProblem(1, 'empty-file', 'The file is empty.', 'Choose a file with at least one record.')
  const line = text.slice(0, first).split('\n').length
  if (text[first] === '[') return { kind: 'json', mode: 'list', offset: bom + first, line, wrapped: false }
  if (text[first] === '{') return detectObjects(head.subarray(bom), text, first, { bom, complete, recordLists })
  return notRows(head.subarray(bom)) ?? detectRows(head.subarray(bom).toString('utf8'), bom)
}

/** Headings that a single column of texts may have; any other first line is a text itself. */
const SINGLE_HEADINGS =
  /^(?:(?:model|generated|llm|bot|assistant|chatbot)[ _-]?)?(?:responses?|answers?|outputs?|completions?|generations?|texts?|repl(?:y|ies)|claims?|content|documents?|passages?|messages?|statements?)$/i
const ROWS_LOOKED_AT = 50

/** CSV, or a text on each line. */
function detectRows(file: string, offset: number): Container {
  // Excel writes the separator so, above the heading.
  const [said, separator] = /^sep=(.)\r?\n/.exec(file) ?? []
  if (said !== undefined && separator !== undefined)
    return { kind: 'csv', delimiter: separator, offset: offset + said.length, hasHeading: true }
  const delimiter = detectDelimiter(file)
  const lines = file
    .slice(0, 200_000)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, ROWS_LOOKED_AT)
  const [first = '', ...rows] = lines
  const cells = cellsOf(first, delimiter)
  const csv = { kind: 'csv' as const, delimiter, offset, hasHeading: true }
  if (first.startsWith('"') || cells.some((cell) => cell.startsWith('"')))
    return { ...csv, hasHeading: unquotedHeading(file).includes(delimiter) || isSingleHeading(first) }
  if (cells.length === 1) return isSingleHeading(first) ? csv : { kind: 'text', offset, delimiter: null }
  if (cells.every((cell) => cell.split(' ').length <= 2 && !cell.startsWith(' '))) return csv
  const isHeading = cells.every(
    (cell) => cell.length <= 60 && cell.trim().split(/\s+/).length <= 6 && !/[.!?]$/.test(cell),
  )
  const even = rows.filter((row) => row.includes('"') || cellsOf(row, delimiter).length === cells.length).length
  if (isHeading && even >= 0.8 * rows.length) return csv
  const widths = widthsOf(file.slice(0, 200_000), delimiter)
  const isTable = widths.length > 2 && widths.every((width) => width === cells.length)
  if (isTable && cells.length > 2 && isForm(cells)) return csv
  return { kind: 'text', offset, delimiter: isTable || (rows.length > 0 && even === rows.length) ? delimiter : null }
}

/** The headings of a form, of which one at least is a question; sentences have blanks behind their commas. */
const isForm = (cells: readonly string[]): boolean =>
  cells.some((cell) => /[?؟？]\s*$/.test(cell)) && cells.every(isHeadingOfForm)

/** A question or a few words of one line, and neither a number nor a date. */
const isHeadingOfForm = (cell: string): boolean =>
  /^\S/.test(cell) && cell.length <= 200 && !/[.!]$/.test(cell.trim()) && !/^[\d\s.,:/-]+$/.test(cell)

/** How many cells the rows have, whose quotes may hold separators and line ends; of a last one that may be cut off, nothing. */
function widthsOf(text: string, delimiter: string): number[] {
  const widths: number[] = []
  let width = 1
  let isCellStart = true
  let isFilled = false
  for (let index = 0; index < text.length && widths.length < ROWS_LOOKED_AT; index++) {
    const sign = text[index]
    if (sign === '"' && isCellStart) {
      const end = behindQuotes(text, index)
      if (end < 0) return widths
      index = end - 1
    } else if (sign === delimiter) width++
    else if (sign === '\n') {
      if (isFilled) widths.push(width)
      width = 1
      isFilled = false
    }
    isCellStart = sign === delimiter || sign === '\n'
    isFilled ||= sign !== '\n' && sign !== '\r' && sign !== ' '
  }
  if (isFilled && text.length < 200_000) widths.push(width)
  return widths
}

const isSingleHeading = (line: string) => SINGLE_HEADINGS.test(line.replace(/^"|"$/g, '').trim())

/** The cells of a row without quotes. */
const cellsOf = (row: string, delimiter: string) => row.split(delimiter)

/**
 * Anything may be CSV, so what is none would fail row by row. Control characters in bytes that are not UTF-8 are no text
 * in any encoding; a heading that is not UTF-8 leaves no names to read rows by.
 */
function notRows(head: Buffer): SourceProblem | null {
  const heading = /^[\r\n]*[^\r\n]*/.exec(head.toString('latin1'))?.[0].length ?? 0
  if (!isUtf8Text(head) && head.some(isControl)) {
    return sourceProblem(1, 'binary', 'This is not a text file.', EXPORT_AS)
  }
  return isUtf8(head.subarray(0, heading)) ? null : notUtf8(1)
}

/** A kind of file that is known by its first bytes and cannot be read, named. */
export function knownBinary(head: Buffer): SourceProblem | null {
  const start = head.subarray(0, 4).toString('hex')
  const [, message] = MAGIC.find(([magic]) => start.startsWith(magic)) ?? []
  return message === undefined ? null : sourceProblem(1, 'binary', message, EXPORT_AS)
}

function notText(head: Buffer): SourceProblem | null {
  if (head.subarray(0, 1000).includes(0) && !hasTextHeading(head))
    return sourceProblem(1, 'binary', 'This is not a text file: it contains NUL bytes.', EXPORT_AS)
  return null
}

/** Is this CSV, in UTF-8, in whose rows NUL may stand but not in its heading? */
function hasTextHeading(head: Buffer): boolean {
  const heading = head.subarray(0, Math.max(0, head.indexOf(LF)))
  return (
    heading.includes(44) && !heading.includes(0) && !/^\s*[[{]/.test(heading.toString('latin1')) && isUtf8Text(head)
  )
}

/** JSON lines, one pretty-printed object after another, or one object around the list. */
function detectObjects(
  head: Buffer,
  text: string,
  first: number,
  { bom, complete, recordLists }: { bom: number; complete: boolean; recordLists: readonly string[] },
): Container {
  const isOne = complete && isObject(head.subarray(first).toString('utf8'))
  const lines: Container = { kind: 'lines', offset: bom, isOne }
  const newline = text.indexOf('\n', first)
  const firstLine = head.subarray(first, newline < 0 ? head.length : newline).toString('utf8')
  const found = findWrapper(text, first)
  // What goes on behind the object, or may do so, has such objects as its records.
  const isRecord = found?.isOnly && (!isOne || recordLists.includes(found.key))
  const wrapper = isRecord ? null : found
  if (newline >= 0 && isObject(firstLine)) {
    // A whole object on the first line is JSON lines, unless it is all there is and holds the list.
    const alone = complete && text.slice(newline).trim() === ''
    if (!wrapper || !alone) return lines
  }
  if (wrapper && !isLines(head)) {
    const { at, isOnly } = wrapper
    const line = text.slice(0, at).split('\n').length
    return { kind: 'json', mode: 'list', offset: bom + at, line, wrapped: true, isOnly }
  }
  if (newline < 0 || isLines(head)) return lines
  return {
    kind: 'json',
    mode: 'stream',
    offset: bom + first,
    line: text.slice(0, first).split('\n').length,
    wrapped: false,
    isOne,
  }
}

const isObject = (text: string) => text.trimEnd().endsWith('}') && parseJson(text).ok

/** Does a later line hold a whole object? Then a first line that does not is a broken one. */
function isLines(head: Buffer): boolean {
  const rows = head.toString('utf8').split('\n')
  return rows.slice(1, 50).some((row) => row.startsWith('{') && isObject(row))
}

/** After a key: the bracket of a list that is empty or of objects. */
const OBJECT_LIST = /\s*:\s*\[(?=\s*[{\]])/y

/** A row as the server of the Hub's viewer gives it, in a list `rows` beside a description of the columns. */
const HUB_ROWS = /\s*\{\s*"row_idx"/y
const KEY_END = /\s*:/y
const OPEN_OBJECT = /\s*\{/y
/** Lists of objects that are the texts of one record. */
const CONVERSATIONS = ['messages', 'conversations', 'conversation', 'choices', 'input', 'output']

/** The `[` of a list of objects under one of the wrapping keys of the first object, or under its only key; null where there is none. */
function findWrapper(text: string, first: number): { key: string; at: number; isOnly: boolean } | null {
  let keys = 0
  let only: { key: string; at: number; isOnly: boolean } | null = null
  for (const { key, bracket } of topKeys(text, first)) {
    keys++
    const holds = bracket > 0 ? listUnder(key, text, bracket) : null
    if (holds === 'records') return { key, at: bracket, isOnly: false }
    if (holds === 'records if alone') only = { key, at: bracket, isOnly: true }
  }
  return keys === 1 ? only : null
}

/** The keys of the object that begins there, each with the `[` of the list of objects behind it, or 0. */
function* topKeys(text: string, first: number): Generator<{ key: string; bracket: number }> {
  let depth = 0
  for (let index = first; index < text.length; index++) {
    const mark = text[index]
    if (mark === '{' || mark === '[') depth++
    else if (mark === '}' || mark === ']') depth--
    else if (mark === '"') {
      const end = endOfString(text, index)
      if (depth === 1 && matches(KEY_END, text, end)) {
        const bracket = matches(OBJECT_LIST, text, end) ? OBJECT_LIST.lastIndex - 1 : 0
        yield { key: text.slice(index + 1, end - 1), bracket }
      }
      index = end - 1
    }
    if (depth === 0) return
  }
}

/** What the list of objects whose bracket stands there holds, by its key. */
function listUnder(key: string, text: string, bracket: number): 'records' | 'records if alone' | null {
  if (WRAPPERS.includes(key) || (key === 'rows' && matches(HUB_ROWS, text, bracket + 1))) return 'records'
  return !CONVERSATIONS.includes(key) && matches(OPEN_OBJECT, text, bracket + 1) ? 'records if alone' : null
}

function matches(pattern: RegExp, text: string, index: number): boolean {
  pattern.lastIndex = index
  return pattern.test(text)
}

/** Behind the quote that closes the string which begins at `start`; the end of a text that is cut off within it. */
function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index++) {
    if (text[index] === '\\') index++
    else if (text[index] === '"') return index + 1
  }
  return text.length
}

/** The first line without what stands in quotes. */
const unquotedHeading = (text: string): string =>
  (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '')

/** The candidate that occurs most in the first line, outside quotes. */
export function detectDelimiter(file: string): string {
  const heading = unquotedHeading(file.replace(/^[\r\n\uFEFF]+/, ''))
  const counts = [',', ';', '\t', '|'].map((candidate) => [candidate, heading.split(candidate).length] as const)
  return counts.reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}
