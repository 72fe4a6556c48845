/**
 * What comes out of a file before any protocol looks at it: records with their line and verbatim text, and the places
 * where there is none. Reading never throws for what a file contains; it names the problem and goes on where it can.
 */
import type { Json, RecordProblem } from '@/lib/protocols/protocol'
import type { FileFacts } from './file-facts'
import { MAX_RECORD_BYTES, megabytes } from './limits'
import { storedSource } from './stored-source'

/** What can be wrong with a file or a record before its fields are read. */
export type ProblemKind =
  | 'empty-file'
  | 'binary'
  | 'encoding'
  | 'control-character'
  | 'not-json'
  | 'truncated'
  | 'too-long'
  | 'unreadable'
  | 'too-deep'
  | 'not-an-object'
  | 'number'
  | 'repeated-key'
  | 'trailing'
  | 'csv-header'
  | 'csv-columns'
  | 'csv-quotes'
  | 'row-key'
  | 'too-many'
  | 'files'
  | 'partner'

export type JsonObject = { [key: string]: Json }

/** Is it of a native export? Every line of one says so. */
export const isNative = ({ format }: JsonObject): boolean => typeof format === 'string' && format.startsWith('assay/')

export interface SourceRecord {
  ok: true
  /** 1-based line on which the record starts. */
  line: number
  /** The record as it stood in the file; of a CSV row, the heading line and the row. */
  raw: string
  /** Its data; all texts can be stored. */
  value: JsonObject
  /** What was read in a way worth knowing, such as a bare NaN as null. */
  notes: RecordProblem[]
  /** Are its texts escaped, because some of them could not be stored? No, unless said. */
  escaped?: boolean
  /** Why it cannot be imported, though it can be read: of rows that are one record and contradict each other. */
  problems?: RecordProblem[]
  /** What kind of file it comes from; of the first one. */
  facts?: FileFacts
  /** Is it the only record of a JSON file, as a document that holds a table is? */
  isAlone?: boolean
  /** Of each second file of the protocol, in order: had it a partner for this record? `first`: nobody had that one before. */
  partners?: readonly PartnerFound[]
}

export type PartnerFound = 'first' | 'again' | 'none'

export interface SourceProblem extends RecordProblem {
  ok: false
  /** 1-based. */
  line: number
  kind: ProblemKind
  facts?: FileFacts
  /** The record itself, where it could be parsed. */
  value?: JsonObject
  /** Of a row of CSV: what was found in it. */
  row?: UnreadRow
}

/** A row of CSV that is none: with too many or too few cells, or with quotes that cannot be. */
export interface UnreadRow {
  /** Of the columns. */
  names: string[]
  cells: string[]
  /** The cells of further lines that stand in it, each cut for itself: a quote that is not closed draws rows into one. */
  within?: string[][]
}

export type SourceEntry = SourceRecord | SourceProblem

/** A record as it was parsed, made fit to be stored. */
export function sourceRecord({ line, raw, value, notes }: Omit<SourceRecord, 'ok' | 'escaped'>): SourceRecord {
  const source = storedSource(value, raw)
  if (!source.escaped) return { ok: true, line, raw, value, notes }
  // Field names and texts changed, not what it is.
  return { ok: true, line, raw, value: source.value as JsonObject, notes: [...notes, ...source.notes], escaped: true }
}

/** One problem of a whole record or file; `field` stays empty unless it can be named. */
export function sourceProblem(
  line: number,
  kind: ProblemKind,
  message: string,
  fix: string,
  field = '',
): SourceProblem {
  return { ok: false, line, kind, field, message, fix }
}

export const tooLong = (line: number): SourceProblem =>
  sourceProblem(
    line,
    'too-long',
    `This record is longer than ${megabytes(MAX_RECORD_BYTES)}.`,
    'Split it into several records or shorten it, or check that its closing quote or bracket is there.',
  )
