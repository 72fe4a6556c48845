/** The panels of a dataset: the protocol's own, and what the product can say of any protocol. Pure. */
import type { CompositionPanel, GoldSummary, Protocol } from '@/lib/protocols/protocol'
import { listPanels } from './compare-lists'
import { MAX_LISTED, type Panel } from './contract'

/** All panels of the gold, by the given rule of roll-up. */
export function panelsOf(protocol: Protocol, golds: readonly GoldSummary[], rule: string): CompositionPanel[] {
  return [...(protocol.composition?.panels(golds, rule) ?? []), ...listPanels(protocol, golds)]
}

/** A panel as it is told: long lists of items stay behind their figure. */
export function presentPanel({ columns, bars, rows, rule, ...panel }: CompositionPanel): Panel {
  const { key, title, note, rowTitle } = panel
  return {
    ...{ key, title, note, rowTitle, rule: rule ?? null },
    columns: columns.map(({ digits = null, ...column }) => ({ ...column, digits })),
    bars: [...bars],
    rows: rows.map((row) => ({
      key: row.key,
      title: row.title,
      cells: row.cells.map(({ value, part = null, whole = null, items }) => ({
        ...{ value, part, whole, count: items.length },
        items: items.length > MAX_LISTED ? null : [...items],
      })),
    })),
  }
}
