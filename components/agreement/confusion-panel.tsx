'use client'

import { useState } from 'react'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { Table, Td, Th } from '@/components/ui/table'
import type { Cell, Figures, PairView } from '@/lib/agreement/contract'
import { formatCount, unitsOf } from './figure-format'
import { ItemsLink } from './items-link'
import { raterName, ratersOf, type Shown } from './shown'

const ALL = 'all'
const pairKey = ({ first, second }: PairView) => `${first}-${second}`

/** Which values met on the same unit: over all pairs of ratings, or for two annotators. */
export function ConfusionPanel({ shown, figures }: { shown: Shown; figures: Figures }) {
  const [chosen, setChosen] = useState(ALL)
  const { measure, raters } = shown
  const pair = figures.pairs.find((each) => pairKey(each) === chosen) ?? null
  const name = (key: string) => raterName(raters, key)
  const pairs = figures.pairs.map((each) => ({
    value: pairKey(each),
    label: `${name(each.first)} and ${name(each.second)}`,
  }))
  return (
    <Panel
      title="Which values met"
      headingLevel={3}
      description={
        pair
          ? `${unitsOf(pair.n, measure.unitOfAnalysis)} rated by both. Rows: ${name(pair.first)}; columns: ${name(pair.second)}.`
          : 'Every pair of ratings of one unit counts once, whoever gave which. Agreement is on the diagonal.'
      }
      actions={
        <Select
          label="Annotators"
          options={[{ value: ALL, label: 'All pairs' }, ...pairs]}
          value={pair ? chosen : ALL}
          onValueChange={setChosen}
        />
      }
    >
      <ConfusionTable shown={shown} cells={pair ? pair.confusion : figures.confusion} pair={pair} />
    </Panel>
  )
}

interface ConfusionTableProps {
  shown: Shown
  cells: Cell[][]
  pair: PairView | null
}

function ConfusionTable({ shown, cells, pair }: ConfusionTableProps) {
  const { projectId, measure, raters, filter } = shown
  const { categories } = measure
  return (
    <Table caption={`Which values met: ${measure.title}`}>
      <thead>
        <tr>
          <Th>{pair ? raterName(raters, pair.first) : 'Value'}</Th>
          {categories.map(({ value, text }) => (
            <Th key={value} numeric>
              {text}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {categories.map((row, i) => (
          <tr key={row.value}>
            <Th scope="row">{row.text}</Th>
            {categories.map((column, j) => {
              const cell = cells[i]?.[j]
              if (!cell || (pair === null && j < i))
                return (
                  <Td key={column.value} numeric className="text-muted">
                    <span aria-hidden>·</span>
                    <span className="sr-only">counted in the other half</span>
                  </Td>
                )
              const values = { a: row.value, b: column.value, ...(pair ? { raters: ratersOf(pair) } : {}) }
              return (
                <Td key={column.value} numeric className={i === j ? 'bg-sunken font-semibold' : undefined}>
                  <ItemsLink
                    projectId={projectId}
                    text={formatCount(cell.count)}
                    about={`times “${row.text}” met “${column.text}”`}
                    items={cell.items}
                    filter={cell.count > 0 ? filter(values) : null}
                  />
                </Td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
