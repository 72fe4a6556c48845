/** Which kind of file is this? Decided by its first megabyte, never by its name. */
import { parseJson } from './parse-json'
import { type SourceProblem, sourceProblem } from './source-entry'

export type Container =
  | { kind: 'lines'; separator: number; offset: number }
  | { kind: 'json'; mode: 'list' | 'stream'; offset: number; line: number; wrapped: boolean }
  | { kind: 'csv'; delimiter: string; offset: number }

/** Keys under which a JSON object may hold the list of records. */
const WRAPPERS = ['items', 'data', 'records']
const LF = 10
const CR = 13

const MAGIC: readonly [string, string][] = [
  ['504b0304', 'This is a ZIP archive or an Excel workbook, not a text file.'],
  ['1f8b', 'This file is compressed with gzip.'],
  ['d0cf11e0', 'This is an old Excel or Word file, not a text file.'],
  ['25504446', 'This is a PDF, not a text file.'],
  ['50415231', 'This is a Parquet file, not a text file.'],
]
const EXPORT_AS = 'Unpack it or export it as JSON, JSON lines or CSV, and upload that.'

/** `head` is the whole file when `complete`, otherwise its beginning. */
export function detectContainer(head: Buffer, complete: boolean): Container | SourceProblem {
  const problem = notText(head)
  if (problem) return problem
  const bom = head.subarray(0, 3).toString('hex') === 'efbbbf' ? 3 : 0
  // Byte offsets are needed: one character a byte.
  const text = head.subarray(bom).toString('latin1')
  const first = text.search(/[^\s]/)
  if (first < 0) return sourceProblem(1, 'empty-file', 'The file is empty.', 'Choose a file with at least one record.')
  const line = text.slice(0, first).split('\n').length
  if (text[first] === '[') return { kind: 'json', mode: 'list', offset: bom + first, line, wrapped: false }
  if (text[first] === '{') return detectObjects(head.subarray(bom), text, first, bom, complete)
  return { kind: 'csv', delimiter: detectDelimiter(head.subarray(bom).toString('utf8')), offset: bom }
}

function notText(head: Buffer): SourceProblem | null {
  const start = head.subarray(0, 4).toString('hex')
  for (const [magic, message] of MAGIC)
    if (start.startsWith(magic)) return sourceProblem(1, 'binary', message, EXPORT_AS)
  const utf16 =
    start.startsWith('fffe') || start.startsWith('feff') || (head.length > 3 && (head[0] === 0) !== (head[1] === 0))
  if (utf16)
    return sourceProblem(1, 'encoding', 'The file is UTF-16, not UTF-8.', 'Save the file as UTF-8 and upload it again.')
  if (head.subarray(0, 1000).includes(0))
    return sourceProblem(1, 'binary', 'This is not a text file: it contains NUL bytes.', EXPORT_AS)
  return null
}

/** JSON lines, one pretty-printed object after another, or one object around the list. */
function detectObjects(head: Buffer, text: string, first: number, bom: number, complete: boolean): Container {
  const separator = !text.includes('\n') && text.includes('\r') ? CR : LF
  const lines: Container = { kind: 'lines', separator, offset: bom }
  const newline = text.indexOf(String.fromCharCode(separator), first)
  const firstLine = head.subarray(first, newline < 0 ? head.length : newline).toString('utf8')
  const wrapper = findWrapper(text, first)
  if (newline >= 0 && isObject(firstLine)) {
    // A whole object on the first line is JSON lines, unless it is all there is and holds the list.
    const alone = complete && text.slice(newline).trim() === ''
    if (!wrapper || !alone) return lines
  }
  if (wrapper && !isLines(head, separator)) {
    const line = text.slice(0, wrapper).split('\n').length
    return { kind: 'json', mode: 'list', offset: bom + wrapper, line, wrapped: true }
  }
  if (newline < 0 || isLines(head, separator)) return lines
  return {
    kind: 'json',
    mode: 'stream',
    offset: bom + first,
    line: text.slice(0, first).split('\n').length,
    wrapped: false,
  }
}

const isObject = (text: string) => text.trimEnd().endsWith('}') && parseJson(text).ok

/** Does a later line hold a whole object? Then a first line that does not is a broken one. */
function isLines(head: Buffer, separator: number): boolean {
  const rows = head.toString('utf8').split(separator === CR ? '\r' : '\n')
  return rows.slice(1, 50).some((row) => row.startsWith('{') && isObject(row))
}

/** The offset of the `[` of a list of objects under one of the wrapping keys of the first object, or 0. */
function findWrapper(text: string, first: number): number {
  let depth = 0
  for (const token of text.slice(first).matchAll(/"[^"\\]*(?:\\[\s\S][^"\\]*)*"(\s*:\s*\[(?=\s*[{\]]))?|[{}[\]]/g)) {
    const [found, opensList] = token
    if (found === '{' || found === '[') depth++
    else if (found === '}' || found === ']') depth--
    else if (opensList) {
      const key = found.slice(1, found.lastIndexOf('"'))
      if (depth === 1 && WRAPPERS.includes(key)) return first + token.index + found.length - 1
      depth++
    }
    if (depth === 0) return 0
  }
  return 0
}

/** The candidate that occurs most in the first line, outside quotes. */
export function detectDelimiter(file: string): string {
  const text = file.replace(/^[\r\n\uFEFF]+/, '')
  const heading = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '')
  const counts = [',', ';', '\t', '|'].map((candidate) => [candidate, heading.split(candidate).length] as const)
  return counts.reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}
