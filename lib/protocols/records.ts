/** How published files are read, and written from gold. */

import type { EarlierGold, Json, StageAnswers, Vote } from './answers'
import type { ReadField } from './read-fields'

/** What one imported record becomes. */
export interface ReadRecord {
  content: Json
  externalId: string | null
  title: string
  domain: string | null
  source: string | null
  /** Segment texts given by the record, or those of the splitter that its labels were read by; null when the splitter must make them. */
  segments: string[] | null
  /** Labels that came with the record, for the first stage or the first few; null when it has none. */
  answers: StageAnswers | null
  /** What a machine proposed, of the first stage; stays a suggestion whatever becomes of the labels. */
  suggestions?: readonly { unit: string; question: string; value: Json }[]
  /** Votes that came with it, where the first stage is one of votes. */
  votes?: readonly Vote[]
  /** The record is no work for anybody: it comes in discarded, for this reason of the protocol's. */
  discarded?: { reason: string; note: string | null }
  warnings: RecordProblem[]
}

/** Something wrong with one field of a record, and what to do about it. */
export interface RecordProblem {
  /** The name of the second file in which it stands; left out where that is the file of the records. */
  file?: string
  /** As in the record: `labels[3]`, `response`. */
  field: string
  /** From 1; where it stands on another line of the file than the record begins on. */
  line?: number
  message: string
  /** What the person with the file can do. */
  fix: string
}

export type ReadResult = { ok: true; record: ReadRecord } | { ok: false; problems: RecordProblem[] }

/** A record of a file taken apart: the records of its items, and what is to be said of it as a whole. */
export type SplitResult =
  | { ok: true; records: readonly { [key: string]: Json }[]; warnings: RecordProblem[] }
  | { ok: false; problems: RecordProblem[] }

/** Everything a gold record is written from. */
export interface GoldRecord {
  /** The imported record, parsed; fields that did not change keep its shape. */
  source: Json
  content: Json
  /** By stage key; the stages that are gold, from the first on. */
  stages: EarlierGold
  /** The label of the whole item where somebody set it by hand: written instead of what follows or was stored. */
  label?: Json
}

/** The field of a record of several rows that says where they stood (lib/platform/foreign/records/row-groups.ts). */
export const ROW_PLACES = '@rows'

/** The field of a record out of a container that says where it stood (lib/platform/foreign/records/entry-places.ts). */
export const ENTRY_PLACE = '@each'

/** The field of a record with partners in second files that says where these stood (lib/platform/foreign/records/partners.ts). */
export const PARTNER_PLACES = '@join'

/**
 * The field of a content that keeps the pieces that its record brings of a text which is cut for a later stage only. It does not say which item it is: an
 * export writes pieces that were cut here, and is about the same item when it is read again.
 */
export const SEGMENTS = '@segments'

/** A second file, each of whose records is the partner of those records that have its key. Places are JSON pointers. */
export interface JoinedFile {
  /** The field of a record that holds its partner. */
  name: string
  /** The name of the file; `*` stands for any characters. */
  file: string
  /** Where a record has the key, and where its partner has it. */
  by: readonly string[]
  key: readonly string[]
  /** May a record be without a partner? Else it is refused. */
  optional: boolean
}

/** The entries of a JSON document that are the records. */
export interface EntriesAt {
  /** The way to them from the document; `*`: every entry of an object or a list. */
  at: readonly string[]
  /** The fields of the record that have the keys, or places from 0, of the first `*`, the second and so on. */
  keys: readonly string[]
  /** Keys under which no records stand, at any `*`. */
  skip: readonly string[]
}

/** Rows of a file that together are one record: those with the same key. Places are JSON pointers. */
export interface RowGroups {
  /** What the key consists of. */
  by: readonly (readonly string[])[]
  /** What is the same in all rows of a record, the key included: fields of the record. What else a row has is its own. */
  shared: readonly (readonly string[])[]
  /** The field of the record that holds the list of its rows. */
  as: string
}

/** `escaped`: characters that cannot be stored are written otherwise in its texts (lib/text/escape-text.ts), so offsets point to other words there. */
export interface ReadAs {
  escaped: boolean
}

/** One published file format: how its records are read and, where it carries gold, written. */
export interface RecordFormat {
  key: string
  title: string
  description: string
  /**
   * Every field of its records, and of lists and objects in them what is read there. What else a record has is somebody's own and may be
   * anything, labels of people included: it is shown to those only who may see labels.
   */
  fields: readonly ReadField[]
  /** Does a parsed record look like this format? Asked in order; the first yes wins. */
  recognises(record: Json): boolean
  /**
   * Of a format whose records are about several items each: one record an item, none where there is nothing to annotate.
   * Each is of the same format, is what its item keeps, and comes out of another split as it is.
   */
  split?(record: Json): SplitResult
  read(record: Json, how?: ReadAs): ReadResult
  /** null for formats that cannot carry gold. */
  write: ((gold: GoldRecord) => Json) | null
  /** The stage whose gold `write` needs; the last when left out. */
  stage?: string
  /** It is written as a CSV file: with the columns of the first record written, each value a text, quoted only where it must be. */
  csv?: true
  /** How its records are made of the rows of a file, and written as such; left out where a row or line is a record. */
  rows?: RowGroups
  /** Where in a JSON document its records stand, and are written to again; left out where a file has one after the other. */
  each?: EntriesAt
  /** Second files with partners of its records, which are fields of these as they are read, and are not written with them; left out where there are none. */
  join?: readonly JoinedFile[]
}

/** A file that is written from gold and never read: several records an item, or none. */
export interface ExportFormat {
  key: string
  title: string
  description: string
  /** The stage whose gold it needs. */
  stage: string
  /** As of a record format. */
  csv?: true
  rows?: RowGroups
  each?: EntriesAt
  write(gold: GoldRecord): Json[]
}

/** A field of a format that a column of somebody's file can be read as. */
export interface ColumnField {
  /** Its name in the records of the format. */
  key: string
  /** Where in a record it stands; left out: in the field that is called as its key. */
  at?: readonly string[]
  title: string
  required: boolean
  /**
   * `text`: several columns are joined by a blank line. `list`: a list of texts, or a text that holds one as JSON or a text a line. `value`: nobody
   * reads it, and it stays what it is.
   */
  form: 'text' | 'list' | 'value'
  /** Of a list whose entries are objects: where in an entry its text stands. Entries that are objects already stay as they are. */
  entry?: readonly string[]
  /**
   * Headings that mean it beside its key, in lower case with single blanks, the surest group first. Where the surest group
   * that occurs has several columns, nobody can tell which one is meant.
   */
  headings: readonly (readonly string[])[]
  /** Headings that mean it only together, in the order in which their texts are joined. */
  together?: readonly (readonly string[])[]
  /** Is a wrong guess worth a question? Else the first column that fits is taken. */
  asks?: true
}

/** How files whose columns are somebody's own are read (lib/workspace/imports/mapping). */
export interface OwnColumns {
  /** The key of the format that reads the record which is made of a row. */
  format: string
  fields: readonly ColumnField[]
  /**
   * The columns that the format reads besides, by their very names (of what is nested, the names on the way with dots between). Records that are read as
   * they stand and have one of these are the format's own, and none of their columns is mapped.
   */
  reads?: readonly string[]
  /** The field that names the domain, and its values on which a rule of the protocol depends. */
  ruleDomains?: { field: string; values: readonly { value: string; text: string }[] }
}
