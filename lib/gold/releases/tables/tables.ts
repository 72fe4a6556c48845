/** All tables of a protocol; the first is the one that a reader who asks for none gets. Pure. */
import type { Protocol } from '@/lib/protocols/protocol'
import { type NativeTable, nativeTables } from './native-tables'
import { ANNOTATION_TABLE, type AnnotationTable, RATED_TABLES, type RatedTable } from './rated-tables'

export type Table = NativeTable | RatedTable | AnnotationTable

/** @throws where two tables of the protocol have one name */
export function tablesOf(protocol: Protocol): Table[] {
  const tables = [...nativeTables(protocol), ...RATED_TABLES, ANNOTATION_TABLE]
  const keys = tables.map(({ key }) => key)
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twice !== undefined) throw new Error(`protocol ${protocol.id} has two tables "${twice}"`)
  return tables
}
