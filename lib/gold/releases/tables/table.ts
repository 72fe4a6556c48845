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

/** In every table the position of the item that a row belongs to. */
export const ITEM_COLUMN = 'item'

/** Where a split of a table lies in a release: a reader without the card’s head finds splits by the names of files. */
export const parquetPath = (key: string, split: string): string => `${key}/${split}.parquet`
/** `split` null: of a release that is not divided. */
export const csvPath = (key: string, split: string | null): string =>
  split === null ? `csv/${key}.csv` : `csv/${key}/${split}.csv`

/** A column with how its value is read of what a row is made from. */
export interface Field<Of> extends Column {
  of: (from: Of) => Cell
  /** Is it named after a question or rule, whose key the protocol chooses? Such a column gives way to one that every table has. */
  isChosen?: true
}

export const field = <Of>(name: string, type: ColumnType, description: string, of: (from: Of) => Cell): Field<Of> => ({
  name,
  type,
  description,
  of,
})

/**
 * The columns under names that differ also where case does not count, as in SQL. Protocols choose keys of questions and rules
 * freely, and stored versions never change: where two columns have one name, the second is called `name_2`. Columns that the
 * protocol names come last in this, so the others are called the same in every protocol.
 */
export function columnsOf<Of>(fields: readonly Field<Of>[]): Column[] {
  const byRank = [...fields.filter(({ isChosen }) => !isChosen), ...fields.filter(({ isChosen }) => isChosen)]
  const names = distinctNames(
    byRank.map(({ name }) => name),
    '_',
  )
  const nameOf = new Map(byRank.map((each, index) => [each, names[index]]))
  return fields.map((each) => ({
    name: nameOf.get(each) ?? each.name,
    type: each.type,
    description: each.description,
  }))
}

/**
 * The names in their order, made to differ where case does not count: the first of several alike stays as it is, a later one
 * gets the first number from 2 that makes it a name of its own. No name that differs already is changed.
 */
export function distinctNames(names: readonly string[], joint: '_' | '-'): string[] {
  const wanted = new Set(names.map((name) => name.toLowerCase()))
  const takenNames = new Set<string>()
  return names.map((name) => {
    const isFree = (numbered: string) => !(wanted.has(numbered.toLowerCase()) || takenNames.has(numbered.toLowerCase()))
    let distinctName = name
    if (takenNames.has(name.toLowerCase()))
      for (let number = 2; !isFree(distinctName); number++) distinctName = `${name}${joint}${number}`
    takenNames.add(distinctName.toLowerCase())
    return distinctName
  })
}

export const rowOf = <Of>(fields: readonly Field<Of>[], from: Of): TableRow => fields.map(({ of }) => of(from))
