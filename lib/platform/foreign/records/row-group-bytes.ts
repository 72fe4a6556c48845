import type { RowGroup } from 'hyparquet'

/** Where in a Parquet file the columns of a row group are: from `start` up to, not including, `end`, in bytes. Pure; runs in browsers too. */
export function rowGroupBytes({ columns }: RowGroup): { start: number; end: number } {
  let [start, end] = [Number.POSITIVE_INFINITY, 0]
  for (const { meta_data: column } of columns) {
    if (!column) continue
    const data = Number(column.data_page_offset)
    const from = column.dictionary_page_offset ? Math.min(Number(column.dictionary_page_offset), data) : data
    start = Math.min(start, from)
    end = Math.max(end, from + Number(column.total_compressed_size))
  }
  return { start: Math.min(start, end), end }
}
