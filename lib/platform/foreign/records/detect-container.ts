/** Which kind of file is this? Decided by its first megabyte, never by its name. */
import { isUtf8 } from 'node:buffer'
import { parseJson } from './parse-json'
import { notUtf8 } from './parse-piece'
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
  ['89504e47', 'This is a picture (PNG), not a text file.'],
  ['ffd8ff', 'This is a picture (JPEG), not a text file.'],
  ['47494638', 'This is a picture (GIF), not a text file.'],
  ['377abcaf', 'This is a 7-Zip archive, not a text file.'],
  ['28b52ffd', 'This file is compressed with Zstandard.'],
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
  return (
    notRows(head.subarray(bom)) ?? {
      kind: 'csv',
      delimiter: detectDelimiter(head.subarray(bom).toString('utf8')),
      offset: bom,
    }
  )
}

/**
 * Anything may be CSV, so what is none would fail row by row. Control characters in bytes that are not UTF-8 are no text
 * in any encoding; a heading that is not UTF-8 leaves no names to read rows by.
 */
function notRows(head: Buffer): SourceProblem | null {
  const heading = /^[\r\n]*[^\r\n]*/.exec(head.toString('latin1'))?.[0].length ?? 0
  if (!isText(head) && head.some(isControl)) {
    return sourceProblem(1, 'binary', 'This is not a text file.', EXPORT_AS)
  }
  return isUtf8(head.subarray(0, heading)) ? null : notUtf8(1)
}

/** UTF-8, as far as it goes: a character cut off at the end is no fault. */
function isText(bytes: Buffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

/** Control characters but for tab, line ends, form feed, escape, and the end mark of old systems. */
const isControl = (byte: number) => byte === 127 || (byte < 32 && ![9, 10, 11, 12, 13, 26, 27].includes(byte))

function notText(head: Buffer): SourceProblem | null {
  const start = head.subarray(0, 4).toString('hex')
  for (const [magic, message] of MAGIC)
    if (start.startsWith(magic)) return sourceProblem(1, 'binary', message, EXPORT_AS)
  const utf16 =
    start.startsWith('fffe') || start.startsWith('feff') || (head.length > 3 && (head[0] === 0) !== (head[1] === 0))
  if (utf16)
    return sourceProblem(1, 'encoding', 'The file is UTF-16, not UTF-8.', 'Save the file as UTF-8 and upload it again.')
  if (head.subarray(0, 1000).includes(0) && !hasTextHeading(head))
    return sourceProblem(1, 'binary', 'This is not a text file: it contains NUL bytes.', EXPORT_AS)
  return null
}

/** Is this CSV, in UTF-8, in whose rows NUL may stand but not in its heading? */
function hasTextHeading(head: Buffer): boolean {
  const heading = head.subarray(0, Math.max(0, head.indexOf(LF)))
  return heading.includes(44) && !heading.includes(0) && !/^\s*[[{]/.test(heading.toString('latin1')) && isText(head)
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

/** After a key: the bracket of a list that is empty or of objects. */
const OBJECT_LIST = /\s*:\s*\[(?=\s*[{\]])/y

/** The offset of the `[` of a list of objects under one of the wrapping keys of the first object, or 0. */
function findWrapper(text: string, first: number): number {
  let depth = 0
  for (let at = first; at < text.length; at++) {
    const mark = text[at]
    if (mark === '{' || mark === '[') depth++
    else if (mark === '}' || mark === ']') depth--
    else if (mark === '"') {
      const end = endOfString(text, at)
      OBJECT_LIST.lastIndex = end
      if (OBJECT_LIST.test(text)) {
        const bracket = OBJECT_LIST.lastIndex - 1
        if (depth === 1 && WRAPPERS.includes(text.slice(at + 1, end - 1))) return bracket
        depth++
        at = bracket
      } else at = end - 1
    }
    if (depth === 0) return 0
  }
  return 0
}

/** Behind the quote that closes the string which begins at `start`; the end of a text that is cut off within it. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '"') return at + 1
  }
  return text.length
}

/** The candidate that occurs most in the first line, outside quotes. */
export function detectDelimiter(file: string): string {
  const text = file.replace(/^[\r\n\uFEFF]+/, '')
  const heading = (/^(?:"(?:[^"]|"")*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replace(/"(?:[^"]|"")*"/g, '')
  const counts = [',', ';', '\t', '|'].map((candidate) => [candidate, heading.split(candidate).length] as const)
  return counts.reduce((best, next) => (next[1] > best[1] ? next : best))[0]
}
