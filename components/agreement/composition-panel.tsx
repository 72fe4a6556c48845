import { Meter } from '@/components/ui/meter'
import { Panel } from '@/components/ui/panel'
import { StackedBar } from '@/components/ui/stacked-bar'
import { Table, Td, Th } from '@/components/ui/table'
import type { CompositionPanelView } from '@/lib/agreement/contract'
import { formatCount, formatShare } from './figure-format'
import { ItemsLink } from './items-link'

type Column = CompositionPanelView['columns'][number]
type Row = CompositionPanelView['rows'][number]
type Figure = Row['cells'][number]

function figureText({ form }: Column, { value, part, whole }: Figure): string {
  if (value === null) return 'none'
  if (form === 'count') return formatCount(value)
  if (form === 'mean') return value.toFixed(1)
  return `${formatCount(part ?? 0)} of ${formatCount(whole ?? 0)} (${formatShare(value)})`
}

interface CompositionPanelProps {
  projectId: string
  panel: CompositionPanelView
}

/** A table of what the gold consists of, with its bars above it. */
export function CompositionPanel({ projectId, panel }: CompositionPanelProps) {
  return (
    <Panel title={panel.title} headingLevel={3} description={panel.note}>
      <div className="mb-4 space-y-4">
        {panel.rows.map((row) => (
          <Bars key={row.key} panel={panel} row={row} />
        ))}
      </div>
      <Table caption={panel.title}>
        <thead>
          <tr>
            <Th>{panel.rowTitle}</Th>
            {panel.columns.map(({ title }) => (
              <Th key={title} numeric>
                {title}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {panel.rows.map((row) => (
            <tr key={row.key}>
              <Th scope="row">{row.title}</Th>
              {panel.columns.map((column, index) => (
                <Td key={column.title} numeric>
                  <CellLink projectId={projectId} row={row} column={column} cell={row.cells[index]} />
                </Td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}

interface CellLinkProps {
  projectId: string
  row: Row
  column: Column
  cell: Figure | undefined
}

function CellLink({ projectId, row, column, cell }: CellLinkProps) {
  if (!cell) return null
  return (
    <ItemsLink
      projectId={projectId}
      text={figureText(column, cell)}
      about={`${column.title.toLowerCase()}, ${row.title}`}
      items={cell.items}
      filter={row.domain && cell.value !== 0 ? { domain: row.domain } : null}
    />
  )
}

/** One column is a bar of its own; several are the parts of one. */
function Bars({ panel, row }: { panel: CompositionPanelView; row: Row }) {
  const drawn = panel.bars.flatMap((index) => {
    const column = panel.columns[index]
    const cell = row.cells[index]
    return column && cell ? [{ column, cell }] : []
  })
  const [only] = drawn
  if (drawn.length === 1 && only) {
    const { column, cell } = only
    return (
      <Meter
        label={row.title}
        value={cell.value}
        tone={column.tone}
        valueText={`${figureText(column, cell)} ${column.title.toLowerCase()}`}
      />
    )
  }
  return (
    <div>
      <p className="mb-1 text-sm">{row.title}</p>
      <StackedBar
        parts={drawn.map(({ column, cell }) => ({
          key: column.title,
          label: column.title,
          value: cell.value ?? 0,
          tone: column.tone,
          letter: column.title.charAt(0),
          valueText: formatCount(cell.value ?? 0),
        }))}
      />
    </div>
  )
}
