import { type ItemColumn, type ItemRow, type ItemsQuery, itemColumns } from '@/lib/workspace/items/contract'

/** What a list shows where nobody chose. */
const USUAL: readonly ItemColumn[] = ['state', 'domain', 'source']

/** A column of the list: one that it knows, or the JSON pointer of a field of the record. */
export type ShownColumn = ItemColumn | `/${string}`

export const columnsOf = ({ columns }: Pick<ItemsQuery, 'columns'>): readonly ShownColumn[] =>
  columns === undefined ? USUAL : [...new Set(columns.split(',') as ShownColumn[])]

export const isField = (column: ShownColumn): column is `/${string}` => column.startsWith('/')

/** For addresses: nothing where it is what a list shows anyway. */
export const writtenColumns = (columns: readonly ShownColumn[]): string | undefined =>
  columns.join() === USUAL.join() ? undefined : columns.join()

const TITLES: Readonly<Record<ItemColumn, string>> = {
  state: 'State',
  domain: 'Domain',
  source: 'Source',
  tags: 'Tags',
  priority: 'Priority',
  imported: 'Imported',
  changed: 'Changed',
  assignees: 'Annotators',
  agreement: 'Agreement',
  model: 'Models',
}

export const columnTitle = (column: ShownColumn): string =>
  itemColumns.some((each) => each === column) ? TITLES[column as ItemColumn] : column

/** “1 of 2 tasks disagree”, of the revealed tasks that two or more annotated. */
export function agreementText(agreement: NonNullable<ItemRow['agreement']>): string {
  const { compared, disagreed } = agreement
  if (disagreed === 0) return 'Agreed'
  return compared === 1 ? 'Disagreed' : `Disagreed in ${disagreed} of ${compared} stages`
}
