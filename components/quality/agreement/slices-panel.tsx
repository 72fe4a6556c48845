'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Callout } from '@/components/ui/callout'
import { ChartLine } from '@/components/ui/chart-line'
import { Panel } from '@/components/ui/panel'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, Td, Th } from '@/components/ui/table'
import type { Figures } from '@/lib/quality/agreement/contract'
import type { Slices } from '@/lib/quality/agreement/detail/contract'
import { slicesQuery } from '@/lib/quality/agreement/hooks'
import { type SliceKind, sliceKinds } from '@/lib/workspace/items/contract'
import { EstimateOnScale, EstimateText, ScaleHeading } from './estimate-text'
import { countOf, formatCoefficient, formatCount, formatShare, pluralOf } from './figure-format'
import { scaleOf } from './interval-scale'
import { ItemsLink } from './items-link'
import { ManyNote } from './many-note'
import { orderByLower } from './order-by-lower'
import { PictureLinks } from './pictures/picture-links'
import { PrevalenceStrip } from './prevalence-strip'
import { ReceiptLinks } from './receipts/receipt-links'
import type { Shown } from './shown'

/** By what units are told apart: as a choice, as a column, and several of them. */
const SLICE_WORDS: Record<SliceKind, { choice: string; column: string; many: string }> = {
  domain: { choice: 'By domain', column: 'Domain', many: 'domains' },
  source: { choice: 'By source', column: 'Source', many: 'sources' },
  tag: { choice: 'By tag', column: 'Tag', many: 'tags' },
  guideline: { choice: 'By version of the guidelines', column: 'Guidelines', many: 'versions' },
  arm: { choice: 'By pre-fill arm', column: 'Arm', many: 'arms' },
  week: { choice: 'By week', column: 'Week', many: 'weeks' },
}

interface SlicesTableProps {
  shown: Shown
  stage: string
  by: SliceKind
  slices: Slices['slices']
  /** All slices together. */
  all: Figures
  thresholds: readonly number[]
  pending: boolean
}

/** One row a slice, with alpha on a common scale, and all of them pooled below. */
function SlicesTable({ shown, stage, by, slices, all, thresholds, pending }: SlicesTableProps) {
  const { title, unitOfAnalysis } = shown.measure
  const scale = scaleOf([...slices.map(({ figures }) => figures.alpha), all.alpha])
  const row = { shown, thresholds, pending, scale }
  return (
    <Table caption={`${title} ${SLICE_WORDS[by].choice.toLowerCase()}`}>
      <thead>
        <tr>
          <Th>{SLICE_WORDS[by].column}</Th>
          <Th className="lg:w-2/5">
            <ScaleHeading title="Alpha" scale={scale} lines={thresholds} />
          </Th>
          <Th numeric className="whitespace-normal">
            Percent agreement
          </Th>
          <Th>Prevalence</Th>
          <Th numeric className="min-w-32 whitespace-normal">
            Rated twice or more ({pluralOf(unitOfAnalysis)})
          </Th>
        </tr>
      </thead>
      <tbody>
        {slices.map(({ value, title: name, figures }) => {
          const slice = { by, value }
          const within: Shown = { ...shown, href: (figure) => shown.href({ ...figure, slice }) }
          return (
            <tr key={value ?? ''}>
              <Th scope="row" className="wrap-anywhere min-w-36 max-w-56 align-top">
                <ItemsLink href={within.href({ count: figures.units })} about="units">
                  <span dir="auto">{name}</span>
                </ItemsLink>
                {shown.href({}) === null ? null : (
                  <details className="mt-1 font-normal text-muted text-xs print:hidden">
                    <summary className="min-h-6 leading-6">Receipt</summary>
                    <ReceiptLinks
                      projectId={shown.projectId}
                      stage={stage}
                      measure={shown.measure.key}
                      by={by}
                      slice={value}
                    />
                  </details>
                )}
              </Th>
              <FigureCells {...row} shown={within} figures={figures} />
            </tr>
          )
        })}
        <tr className="font-medium">
          <Th scope="row" className="align-top">
            All, pooled
          </Th>
          <FigureCells {...row} figures={all} />
        </tr>
      </tbody>
    </Table>
  )
}

interface FigureCellsProps {
  shown: Shown
  figures: Figures
  thresholds: readonly number[]
  pending: boolean
  scale: ReturnType<typeof scaleOf>
}

function FigureCells({ shown, figures, thresholds, pending, scale }: FigureCellsProps) {
  const { alpha, percent, units, unitsWithTwo, responses } = figures
  return (
    <>
      <Td>
        <EstimateOnScale
          estimate={alpha}
          format={formatCoefficient}
          scale={scale}
          pending={pending}
          lines={thresholds}
          href={shown.href({ count: units })}
        />
      </Td>
      <Td numeric>
        <EstimateText estimate={percent} format={formatShare} pending={pending} />
      </Td>
      <Td>
        <PrevalenceStrip shown={shown} measure={shown.measure} figures={figures} named={1} />
      </Td>
      <Td numeric>
        {formatCount(unitsWithTwo)} of {formatCount(units)}
        <span className="block text-muted text-xs">in {countOf(responses, 'response')}</span>
      </Td>
    </>
  )
}

interface WeeksChartProps {
  shown: Shown
  slices: Slices['slices']
  thresholds: readonly number[]
}

/** Alpha week by week, with its interval and Krippendorff's lines. Its table stands below. */
function WeeksChart({ shown, slices, thresholds }: WeeksChartProps) {
  const weeks = slices.filter(({ value }) => value !== null)
  const scale = scaleOf(weeks.map(({ figures }) => figures.alpha))
  return (
    <ChartLine
      label="alpha by week"
      scale={scale}
      lines={thresholds}
      format={formatCoefficient}
      points={weeks.map(({ value, figures }) => ({
        key: value ?? '',
        label: dayOf(value ?? ''),
        value: figures.alpha.value,
        interval: figures.alpha.interval,
        href: shown.href({ slice: { by: 'week', value }, count: figures.units }),
      }))}
    />
  )
}

/** "3 Nov" of 2026-11-03. */
function dayOf(monday: string): string {
  const date = new Date(`${monday}T00:00:00Z`)
  return Number.isNaN(date.getTime())
    ? monday
    : date.toLocaleDateString('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
}

const ORDERS = [
  { value: 'name', label: 'In their order' },
  { value: 'lower', label: 'By lower end' },
] as const

const KINDS = sliceKinds.map((value) => ({ value, label: SLICE_WORDS[value].choice }))

interface SlicesPanelProps {
  shown: Shown
  stage: string
  all: Figures
  thresholds: readonly number[]
  /** May the reader know which items have a tag, and how they were answered? */
  byTag: boolean
}

/** The same figures for each domain, source, tag, version of the guidelines, arm or week. */
export function SlicesPanel({ shown, stage, all, thresholds, byTag }: SlicesPanelProps) {
  const [by, setBy] = useState<SliceKind>('domain')
  const [order, setOrder] = useState<'name' | 'lower'>('name')
  const { data, isError } = useQuery(slicesQuery(shown.projectId, stage, shown.measure.key, by))
  const canOrder = by !== 'week' && (data?.slices.length ?? 0) > 1
  return (
    <Panel
      title={`${shown.measure.title} ${SLICE_WORDS[by].choice.toLowerCase()}`}
      description={data ? pooledWords(data) : undefined}
      actions={
        <>
          {canOrder ? <SegmentedControl label="Order" options={ORDERS} value={order} onValueChange={setOrder} /> : null}
          <Select
            label="Told apart"
            className="w-auto"
            options={byTag ? KINDS : KINDS.filter(({ value }) => value !== 'tag')}
            value={by}
            onValueChange={setBy}
          />
        </>
      }
    >
      {isError ? (
        <Callout tone="warning" live>
          These figures could not be fetched just now; choose another way and come back, or reload the page.
        </Callout>
      ) : data === undefined ? (
        <Skeleton className="h-40 w-full" />
      ) : (
        <div className="space-y-4">
          {by === 'week' && data.slices.length > 1 ? (
            <WeeksChart shown={shown} slices={data.slices} thresholds={thresholds} />
          ) : null}
          <SlicesTable
            shown={shown}
            stage={stage}
            by={by}
            slices={
              canOrder && order === 'lower' ? orderByLower(data.slices, ({ figures }) => figures.alpha) : data.slices
            }
            all={all}
            thresholds={thresholds}
            pending={data.intervals === 'pending'}
          />
          {by === 'week' && data.slices.length > 1 ? (
            <PictureLinks
              projectId={shown.projectId}
              picture="weeks"
              title="Agreement over time"
              stage={stage}
              measure={shown.measure.key}
            />
          ) : null}
          <ManyNote coefficients={data.slices.filter(({ figures }) => figures.alpha.value !== null).length} />
        </div>
      )}
    </Panel>
  )
}

function pooledWords({ by, meanOfSlices }: Slices): string {
  const { percent, slices } = meanOfSlices
  const several = by === 'tag' ? 'An item with several tags counts in each of them. ' : ''
  const pooled = `${several}Pooled, every unit counts the same.`
  if (percent === null || slices < 2) return pooled
  return `${pooled} If each of the ${slices} ${SLICE_WORDS[by].many} counts the same instead, percent agreement is ${formatShare(percent)}.`
}
