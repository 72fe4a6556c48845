import type { ReactNode } from 'react'
import { Link } from '@/components/ui/link'
import { Meter } from '@/components/ui/meter'
import { Panel } from '@/components/ui/panel'
import { StackedBar } from '@/components/ui/stacked-bar'
import { Table, Td, Th } from '@/components/ui/table'
import type { Panel as DatasetPanelData } from '@/lib/gold/dataset/contract'
import { figureText, itemsBehindFigure } from '@/lib/gold/dataset/rules'

type Row = DatasetPanelData['rows'][number]

interface DatasetPanelProps {
  projectId: string
  panel: DatasetPanelData
  /** The rule that the page counts by. */
  rule: string
  /** Its name, where the panel depends on a rule. */
  ruleTitle: string | null
  /** Does what the paper prints of its own data stand beside the figures? */
  withPrinted: boolean
}

/** A table of what the gold consists of, with its bars above it; every figure and bar leads to its items. */
export function DatasetPanel({ projectId, panel, rule, ruleTitle, withPrinted }: DatasetPanelProps) {
  const link = (row: Row, column: number, text: string, about: string) => (
    <FigureLink href={hrefOf({ projectId, panel, rule }, row, column)} text={text} about={about} />
  )
  return (
    <Panel title={panel.title} headingLevel={3} description={panel.note}>
      {ruleTitle === null ? null : <p className="mb-4 text-sm">Rule of roll-up: {ruleTitle}</p>}
      {panel.bars.length === 0 ? null : (
        <div className="mb-4 space-y-4">
          {panel.rows.map((row) => (
            <Bars key={row.key} panel={panel} row={row} link={link} />
          ))}
        </div>
      )}
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
              {panel.columns.map((column, index) => {
                const cell = row.cells[index]
                return (
                  <Td key={column.title} numeric>
                    {cell
                      ? link(row, index, figureText(column, cell), `${column.title.toLowerCase()}, ${row.title}`)
                      : null}
                    {withPrinted && cell?.printed ? (
                      <span className="block whitespace-nowrap text-muted text-xs">paper: {cell.printed}</span>
                    ) : null}
                  </Td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </Panel>
  )
}

function hrefOf(
  { projectId, panel, rule }: Pick<DatasetPanelProps, 'projectId' | 'panel' | 'rule'>,
  row: Row,
  column: number,
) {
  const cell = row.cells[column]
  return cell ? itemsBehindFigure(projectId, cell, { panel: panel.key, row: row.key, column, rule }) : null
}

/** `about`: what the figure counts, read out after it. */
function FigureLink({ href, text, about }: { href: string | null; text: string; about: string }) {
  if (href === null) return <span>{text}</span>
  return (
    <Link href={href} prefetch={false}>
      {text}
      <span className="sr-only"> {about}: show the items</span>
    </Link>
  )
}

interface BarsProps {
  panel: DatasetPanelData
  row: Row
  /** `about`: what the text leaves open, read out after it. */
  link: (row: Row, column: number, text: string, about: string) => ReactNode
}

/** One column is a bar of its own, against 1 or the longest of its column; several are the parts of one. */
function Bars({ panel, row, link }: BarsProps) {
  const drawn = panel.bars.flatMap((index) => {
    const column = panel.columns[index]
    const cell = row.cells[index]
    return column && cell ? [{ index, column, cell }] : []
  })
  const [only] = drawn
  if (drawn.length === 1 && only) {
    const { index, column, cell } = only
    const longest = Math.max(...panel.rows.map(({ cells }) => cells[index]?.value ?? 0), Number.EPSILON)
    return (
      <Meter
        label={row.title}
        value={cell.value}
        max={column.form === 'share' ? 1 : longest}
        tone={column.tone}
        valueText={link(row, index, `${figureText(column, cell)} ${column.title.toLowerCase()}`, row.title)}
      />
    )
  }
  return (
    <div>
      <p className="mb-1 text-sm">{row.title}</p>
      <StackedBar
        parts={drawn.map(({ index, column, cell }) => ({
          key: column.title,
          label: link(row, index, column.title, row.title),
          value: cell.part ?? cell.value ?? 0,
          tone: column.tone,
          letter: column.title.charAt(0),
          valueText: (cell.part ?? cell.value ?? 0).toLocaleString('en'),
        }))}
      />
    </div>
  )
}
