import type { ShownColumn } from '@/lib/workspace/items/columns/rules'
import type { ItemColumn, ItemRow } from '@/lib/workspace/items/contract'

type Value = string | number | null | readonly string[] | { [key: string]: string | number }

const VALUES: Readonly<Record<ItemColumn, (row: ItemRow) => Value>> = {
  state: ({ tasks }) => tasks.map(({ stageTitle, state }) => (tasks.length === 1 ? state : `${stageTitle}: ${state}`)),
  domain: ({ domain }) => domain,
  source: ({ source }) => source,
  tags: ({ tags }) => tags,
  priority: ({ priority }) => priority,
  imported: ({ createdAt }) => createdAt,
  changed: ({ changedAt }) => changedAt,
  assignees: ({ assignees = [] }) => assignees,
  agreement: ({ agreement }) => agreement ?? null,
  model: ({ models = [] }) => models,
}

/** A field that the reader may not see is left out of JSON; in CSV it is empty, as one that the record does not have. */
const shownValue = (row: ItemRow, column: ShownColumn): Value => {
  const read = VALUES[column as ItemColumn] as ((row: ItemRow) => Value) | undefined
  return read ? read(row) : (row.fields?.[column]?.text ?? null)
}

export const csvTitles = (columns: readonly ShownColumn[]): string[] => [
  'position',
  'id',
  'external_id',
  'title',
  ...columns,
]

export const csvCells = (row: ItemRow, columns: readonly ShownColumn[]): (string | number | null)[] => [
  row.position,
  row.id,
  row.externalId,
  row.title,
  ...columns.map((column) => cellOf(shownValue(row, column))),
]

function cellOf(value: Value): string | number | null {
  if (value === null || typeof value !== 'object') return value
  return Array.isArray(value) ? value.join('; ') : JSON.stringify(value)
}

export const jsonRow = (row: ItemRow, columns: readonly ShownColumn[]): { [name: string]: Value } => ({
  position: row.position,
  id: row.id,
  external_id: row.externalId,
  title: row.title,
  ...Object.fromEntries(
    columns.filter((column) => !row.fields?.[column]?.withheld).map((column) => [column, shownValue(row, column)]),
  ),
})
