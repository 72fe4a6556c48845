'use client'

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Callout } from '@/components/ui/callout'
import { Panel } from '@/components/ui/panel'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { Select } from '@/components/ui/select'
import { Skeleton } from '@/components/ui/skeleton'
import type { Figures } from '@/lib/quality/agreement/contract'
import type { Slices } from '@/lib/quality/agreement/detail/contract'
import { slicesQuery } from '@/lib/quality/agreement/hooks'
import { type SliceKind, sliceKinds } from '@/lib/workspace/items/contract'
import { formatShare } from './figure-format'
import { ManyNote } from './many-note'
import { orderByLower } from './order-by-lower'
import type { Shown } from './shown'
import { SLICE_WORDS } from './slice-words'
import { SlicesTable } from './slices-table'
import { WeeksChart } from './weeks-chart'

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
}

/** The same figures for each domain, source, version of the guidelines, arm or week. */
export function SlicesPanel({ shown, stage, all, thresholds }: SlicesPanelProps) {
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
          <Select label="Told apart" className="w-auto" options={KINDS} value={by} onValueChange={setBy} />
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
          <ManyNote coefficients={data.slices.filter(({ figures }) => figures.alpha.value !== null).length} />
        </div>
      )}
    </Panel>
  )
}

function pooledWords({ by, meanOfSlices }: Slices): string {
  const { percent, slices } = meanOfSlices
  const pooled = 'Pooled, every unit counts the same.'
  if (percent === null || slices < 2) return pooled
  return `${pooled} If each of the ${slices} ${SLICE_WORDS[by].many} counts the same instead, percent agreement is ${formatShare(percent)}.`
}
