/** The panels of a dataset, as its protocol counts them. Pure. */
import type { CompositionPanel } from '@/lib/protocols/protocol'
import { MAX_LISTED, type Panel } from './contract'

/** A panel as it is told: long lists of items stay behind their figure, and the note ends with how many of `all` items are in any figure. */
export function presentPanel(
  { columns, bars, rows, rule, key, title, note, rowTitle, printed = {} }: CompositionPanel,
  all: number,
): Panel {
  const counted = new Set(rows.flatMap(({ cells }) => cells.flatMap(({ items }) => items))).size
  return {
    key,
    title,
    note: `${note} It rests on ${counted.toLocaleString('en')} of ${all.toLocaleString('en')} ${all === 1 ? 'item' : 'items'}.`,
    rowTitle,
    rule: rule ?? null,
    columns: columns.map(({ digits = null, ...column }) => ({ ...column, digits })),
    bars: [...bars],
    rows: rows.map((row) => ({
      key: row.key,
      title: row.title,
      cells: row.cells.map(({ value, part = null, whole = null, items }, index) => {
        const inPaper = printed[row.key]?.[columns[index]?.title ?? '']
        return {
          value,
          part,
          whole,
          ...(inPaper === undefined ? {} : { printed: inPaper }),
          count: items.length,
          items: items.length > MAX_LISTED ? null : [...items],
        }
      }),
    })),
  }
}
