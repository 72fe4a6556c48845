'use client'

import { useState } from 'react'
import { ChartShadeKey, shadeOf } from '@/components/ui/chart-shade'
import { cn } from '@/components/ui/cn'
import { Panel } from '@/components/ui/panel'
import { Select } from '@/components/ui/select'
import { Table, Td, Th } from '@/components/ui/table'
import { COEFFICIENTS } from '@/lib/quality/agreement/coefficients'
import type { Figures, RaterView } from '@/lib/quality/agreement/contract'
import type { PairView } from '@/lib/quality/agreement/detail/contract'
import { EstimateText } from './estimate-text'
import { countOf, formatCoefficient, formatCount, formatShare, unitsOf } from './figure-format'
import { ItemsLink } from './items-link'
import { listedValues } from './listed-values'
import { pairKey, pairName } from './pair-words'
import { PictureLinks } from './pictures/picture-links'
import { ReceiptLinks } from './receipts/receipt-links'
import { raterName, ratersOf, type Shown } from './shown'

interface ConfusionTableProps {
  shown: Shown
  raters: readonly RaterView[]
  figures: Figures
  cells: readonly (readonly number[])[]
  /** null: of all pairs, where only half of the square is used. */
  pair: PairView | null
}

/** Counts of two values on one unit, shaded by how large they are; the diagonal is bold and framed. */
function ConfusionTable({ shown, raters, figures, cells, pair }: ConfusionTableProps) {
  const { title } = shown.measure
  const categories = listedValues(shown.measure, figures)
  const largest = Math.max(1, ...cells.flat())
  const whose = pair ? { raters: ratersOf(pair) } : {}
  return (
    <>
      <Table caption={`Which values met: ${title}`}>
        <thead>
          <tr>
            <Th>{pair ? <span dir="auto">{raterName(raters, pair.first)}</span> : 'Value'}</Th>
            {categories.map(({ value, text }) => (
              <Th key={value} numeric>
                {text}
              </Th>
            ))}
          </tr>
        </thead>
        <tbody>
          {categories.map((row) => (
            <tr key={row.value}>
              <Th scope="row" className="sticky start-0 z-1 bg-surface">
                {row.text}
              </Th>
              {categories.map((column) => {
                const [i, j] = [row.place, column.place]
                if (pair === null && j < i) return <OtherHalf key={column.value} />
                const count = cells[i]?.[j] ?? 0
                return (
                  <Td
                    key={column.value}
                    numeric
                    className={cn('min-w-16', i === j && 'font-semibold outline-1 outline-control -outline-offset-2')}
                    style={shadeOf(count / largest)}
                  >
                    <ItemsLink
                      href={shown.href({ a: row.value, b: column.value, ...whose, count })}
                      about={`times “${row.text}” met “${column.text}”`}
                    >
                      {formatCount(count)}
                    </ItemsLink>
                  </Td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Table>
      <ChartShadeKey format={(share) => `${Math.round(share * 100)}% of the largest`} />
    </>
  )
}

function OtherHalf() {
  return (
    <Td numeric className="text-muted">
      <span aria-hidden>·</span>
      <span className="sr-only">counted in the other half</span>
    </Td>
  )
}

interface PairFiguresProps {
  shown: Shown
  stage: string
  pair: PairView
  raters: readonly RaterView[]
  pending: boolean
}

/** Everything that is computed of two raters, with its receipt. */
function PairFigures({ shown, stage, pair, raters, pending }: PairFiguresProps) {
  const { projectId, measure, href } = shown
  return (
    <div className="mt-5 space-y-3">
      <Table
        caption={`${pairName(raters, pair)}, from ${countOf(pair.responses, 'response')}`}
        showCaption
        className="max-w-3xl"
      >
        <thead>
          <tr>
            <Th>Figure</Th>
            <Th numeric>Value</Th>
          </tr>
        </thead>
        <tbody>
          {pair.coefficients.map(({ key, estimate }) => (
            <tr key={key}>
              <Th scope="row">
                {COEFFICIENTS[key].title}
                <span className="block max-w-prose font-normal text-muted text-xs">{COEFFICIENTS[key].sentence}</span>
              </Th>
              <Td numeric>
                <EstimateText
                  estimate={estimate}
                  format={key === 'percent' ? formatShare : formatCoefficient}
                  pending={pending && key === 'cohen'}
                />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {href({}) === null ? null : (
        <ReceiptLinks projectId={projectId} stage={stage} measure={measure.key} pair={pair} />
      )}
    </div>
  )
}

const ALL = 'all'

interface ConfusionPanelProps {
  shown: Shown
  stage: string
  figures: Figures
  pairs: readonly PairView[]
  references: readonly PairView[]
  raters: readonly RaterView[]
  pending: boolean
}

/** Which values met on the same unit: over all pairs of ratings, or for two raters, with all figures of these two. */
export function ConfusionPanel(props: ConfusionPanelProps) {
  const { shown, stage, figures, pairs, references, raters, pending } = props
  const [chosen, setChosen] = useState(ALL)
  const pair = [...pairs, ...references].find((each) => pairKey(each) === chosen) ?? null
  const option = (each: PairView) => ({ value: pairKey(each), label: pairName(raters, each) })
  const groups = [
    { label: 'Annotators', options: pairs.map(option) },
    { label: 'Annotators with gold and models', options: references.map(option) },
  ].filter(({ options }) => options.length > 0)
  return (
    <Panel
      title="Which values met"
      description={
        pair
          ? `${pairName(raters, pair)}: ${unitsOf(pair.n, shown.measure.unitOfAnalysis)} rated by both. Rows: ${raterName(raters, pair.first)}; columns: ${raterName(raters, pair.second)}.`
          : 'Every pair of ratings of one unit counts once, whoever gave which. Agreement is on the diagonal.'
      }
      actions={
        <Select
          label="Whose ratings"
          className="w-auto max-w-72"
          options={[{ value: ALL, label: 'All pairs of annotators' }, ...groups]}
          value={pair ? chosen : ALL}
          onValueChange={setChosen}
        />
      }
    >
      <ConfusionTable
        shown={shown}
        raters={raters}
        figures={figures}
        cells={pair ? pair.confusion : figures.confusion}
        pair={pair}
      />
      <PictureLinks
        projectId={shown.projectId}
        picture="confusion"
        title="Which values met"
        stage={stage}
        measure={shown.measure.key}
        pair={pair}
      />
      {pair ? <PairFigures shown={shown} stage={stage} pair={pair} raters={raters} pending={pending} /> : null}
    </Panel>
  )
}
