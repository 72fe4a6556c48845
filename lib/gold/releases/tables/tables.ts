/** All tables of a protocol; the first is the one that a reader who asks for none gets. Pure. */
import type { Protocol } from '@/lib/protocols/protocol'
import { type NativeTable, nativeTables } from './native-tables'
import { ANNOTATION_TABLE, type AnnotationTable, RATED_TABLES, type RatedTable } from './rated-tables'
import { distinctNames } from './table'

export type Table = NativeTable | RatedTable | AnnotationTable

/**
 * Each under a name of its own, by which it is a configuration and a folder: a table of units whose kind is called as another
 * table is gets a number, for protocols choose kinds freely, and stored versions never change.
 */
export function tablesOf(protocol: Protocol): Table[] {
  const ofAnswers = [...RATED_TABLES, ANNOTATION_TABLE]
  // Tables of units come last of these.
  const ofGold = nativeTables(protocol)
  const keys = distinctNames(
    [...ofAnswers, ...ofGold].map(({ key }) => key),
    '-',
  )
  const goldTables = ofGold.map((table, index) => ({ ...table, key: keys[ofAnswers.length + index] ?? table.key }))
  return [...goldTables, ...ofAnswers]
}
