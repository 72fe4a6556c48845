/** Records that are made of several rows of a file, under the formats of a protocol. Pure. */
import { atItsRow } from '@/lib/platform/foreign/records/row-groups'
import type { SourceRecord } from '@/lib/platform/foreign/records/source-entry'
import type { Protocol } from '@/lib/protocols/protocol'
import type { ReadResult, RecordFormat, RowGroups } from '@/lib/protocols/records'

/** Which rows of a file are one record under the protocol; undefined where each is one. */
export const rowGroupsIn = ({ formats }: Pick<Protocol, 'formats'>): RowGroups | undefined =>
  formats.find(({ rows }) => rows)?.rows

/** The record as the format reads it; problems within a row stand on its line. */
export function readUnder(format: RecordFormat, { value, escaped = false, problems }: SourceRecord): ReadResult {
  if (problems) return { ok: false, problems }
  const result = format.read(value, { escaped })
  const { rows } = format
  if (result.ok || !rows) return result
  return { ok: false, problems: result.problems.map((problem) => atItsRow(rows, value, problem)) }
}
