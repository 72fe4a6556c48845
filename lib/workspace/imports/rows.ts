/** Records that are made of several rows of a file, stand within a document, or have partners in second files, under the formats of a protocol. Pure. */
import type { ReadingChoice } from '@/lib/platform/foreign/records/file-facts'
import { atItsRow } from '@/lib/platform/foreign/records/row-groups'
import type { SourceRecord } from '@/lib/platform/foreign/records/source-entry'
import type { Protocol } from '@/lib/protocols/protocol'
import type { JoinedFile, ReadResult, RecordFormat, RowGroups } from '@/lib/protocols/records'

/** Which rows of a file are one record under the protocol; undefined where each is one. */
export const rowGroupsIn = ({ formats }: Pick<Protocol, 'formats'>): RowGroups | undefined =>
  formats.find(({ rows }) => rows)?.rows

/** How the records of the protocol's files stand in them, where that is not one after the other. */
export function fileShapeIn({
  formats,
}: Pick<Protocol, 'formats'>): Pick<ReadingChoice, 'rows' | 'each' | 'join' | 'recordLists'> {
  const { rows, each, join } = formats.find((format) => format.rows || format.each || format.join) ?? {}
  const recordLists = recordListsIn(formats)
  return {
    ...(rows ? { rows } : {}),
    ...(each ? { each } : {}),
    ...(join ? { join } : {}),
    ...(recordLists.length > 0 ? { recordLists } : {}),
  }
}

/** Fields by which alone a format recognises a record, where it holds a list. */
function recordListsIn(formats: readonly RecordFormat[]): string[] {
  const fields = formats.flatMap((format) => format.fields.map((field) => (Array.isArray(field) ? field[0] : field)))
  const names = fields.filter((name) => typeof name === 'string')
  return [...new Set(names)].filter((name) => formats.some((format) => format.recognises({ [name]: [{}] })))
}

/** Which second files belong to the records of the protocol's files. */
export const joinIn = ({ formats }: Pick<Protocol, 'formats'>): readonly JoinedFile[] =>
  formats.find(({ join }) => join)?.join ?? []

/** The record as the format reads it; problems within a row stand on its line. */
export function readUnder(format: RecordFormat, { value, escaped = false, problems }: SourceRecord): ReadResult {
  if (problems) return { ok: false, problems }
  const result = format.read(value, { escaped })
  const { rows } = format
  if (result.ok || !rows) return result
  return { ok: false, problems: result.problems.map((problem) => atItsRow(rows, value, problem)) }
}
