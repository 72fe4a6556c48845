'use client'

import { useState } from 'react'
import { EstimateText } from '@/components/quality/agreement/estimate-text'
import { formatCount, formatShare } from '@/components/quality/agreement/figure-format'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { Table, Td, Th } from '@/components/ui/table'
import type { FigureKey, MatrixPair } from '@/lib/quality/rater-matrix/contract'
import { isShare } from '@/lib/quality/rater-matrix/rules'
import { threeDecimals } from './three-decimals'

interface PairsPanelProps {
  title: string
  pairs: readonly MatrixPair[]
  categories: readonly string[]
}

/** What the list of pairs has room for; a chosen pair shows everything. */
const IN_LIST: readonly FigureKey[] = ['percent', 'cohen', 'cohenQuadratic', 'alpha']
const nameOf = ({ first, second }: MatrixPair) => `${first} and ${second}`

/** Pairs of raters with their main figures, and one of them in full with the labels that met. */
export function PairsPanel({ title, pairs, categories }: PairsPanelProps) {
  const [chosen, setChosen] = useState('0')
  const pair = pairs[Number(chosen)] ?? pairs[0]
  const heads = pairs[0]?.figures.filter(({ key }) => IN_LIST.includes(key)) ?? []
  if (!pair) return null
  return (
    <Panel title={<span dir="auto">{title}</span>} description="Over the units that both rated.">
      <Table caption={title}>
        <thead>
          <tr>
            <Th>Raters</Th>
            <Th numeric>Units</Th>
            {heads.map(({ key, title: head }) => (
              <Th key={key}>{head}</Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {pairs.map((each) => (
            <tr key={nameOf(each)}>
              <Th scope="row">
                <span dir="auto">{nameOf(each)}</span>
              </Th>
              <Td numeric>{formatCount(each.n)}</Td>
              {each.figures
                .filter(({ key }) => IN_LIST.includes(key))
                .map(({ key, estimate }) => (
                  <Td key={key}>
                    <EstimateText estimate={estimate} format={isShare(key) ? formatShare : threeDecimals} />
                  </Td>
                ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <h3 className="font-semibold text-sm">Two raters in full</h3>
        <Select
          label={`Two raters of ${title}`}
          options={pairs.map((each, index) => ({ value: String(index), label: nameOf(each) }))}
          value={chosen}
          onValueChange={setChosen}
        />
      </div>
      <div className="mt-3 grid gap-4 lg:grid-cols-2">
        <PairFigures pair={pair} />
        {pair.confusion ? <Confusion pair={pair} cells={pair.confusion} categories={categories} /> : null}
      </div>
    </Panel>
  )
}

function PairFigures({ pair }: { pair: MatrixPair }) {
  return (
    <Table caption={`All figures of ${nameOf(pair)}`}>
      <thead>
        <tr>
          <Th>Figure</Th>
          <Th>Value</Th>
        </tr>
      </thead>
      <tbody>
        {pair.figures.map(({ key, title, estimate }) => (
          <tr key={key}>
            <Th scope="row">{title}</Th>
            <Td>
              <EstimateText estimate={estimate} format={isShare(key) ? formatShare : threeDecimals} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

interface ConfusionProps {
  pair: MatrixPair
  cells: readonly (readonly number[])[]
  categories: readonly string[]
}

function Confusion({ pair, cells, categories }: ConfusionProps) {
  return (
    <Table caption={`Labels of ${pair.first} (rows) and ${pair.second} (columns)`}>
      <thead>
        <tr>
          <Th>
            <span dir="auto">{pair.first}</span>
          </Th>
          {categories.map((category) => (
            <Th key={category} numeric>
              <span dir="auto">{category}</span>
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {categories.map((row, i) => (
          <tr key={row}>
            <Th scope="row">
              <span dir="auto">{row}</span>
            </Th>
            {categories.map((column, j) => (
              <Td key={column} numeric className={i === j ? 'bg-sunken font-semibold' : undefined}>
                {formatCount(cells[i]?.[j] ?? 0)}
              </Td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
