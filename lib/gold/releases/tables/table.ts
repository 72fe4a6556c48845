/** Tidy tables: typed columns that a protocol fixes, one row for each thing of a kind. Pure. */

import type { ColumnType } from '@/lib/gold/releases/contract'

export interface Column {
  name: string
  type: ColumnType
  description: string
}

export type Cell = string | number | boolean | null | readonly string[]

/** One value for each column, in their order. */
export type TableRow = readonly Cell[]

/** What a table is, without where its rows come from. */
export interface TableHead {
  /** Its name as a configuration: lower case, digits, dashes. */
  key: string
  title: string
  description: string
  columns: readonly Column[]
}

/** Where a table lies in a release; its one split is named as the file is. */
export const SPLIT = 'test'
export const parquetPath = (key: string): string => `${key}/${SPLIT}.parquet`
export const csvPath = (key: string): string => `csv/${key}.csv`

/**
 * A column with how its value is read of what a row is made from. Names are unique in a table also where case does not
 * count, as in SQL: `columnsOf` refuses a table that names one twice.
 */
export interface Field<Of> extends Column {
  of: (from: Of) => Cell
}

export const field = <Of>(name: string, type: ColumnType, description: string, of: (from: Of) => Cell): Field<Of> => ({
  name,
  type,
  description,
  of,
})

/** @throws where two columns have one name */
export function columnsOf<Of>(fields: readonly Field<Of>[]): Column[] {
  const names = fields.map(({ name }) => name.toLowerCase())
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`a table has two columns "${twice}"`)
  return fields.map(({ name, type, description }) => ({ name, type, description }))
}

export const rowOf = <Of>(fields: readonly Field<Of>[], from: Of): TableRow => fields.map(({ of }) => of(from))
