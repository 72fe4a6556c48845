'use client'
import type { ComponentType } from 'react'
import { unitId, useBench } from '@/components/annotation/workbench/bench-context'
import { isWhole } from '@/components/annotation/workbench/navigation'
import { SavePill } from '@/components/annotation/workbench/save-pill'
import { cn } from '@/components/ui/cn'
import type { OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'
import type { UnitDraft } from '@/lib/protocols/protocol'

interface DecisionPanelProps {
  status: OutboxStatus
  Form: ComponentType<{ unit: UnitDraft }>
}

/** The decision below what stands side by side, always in sight; on narrow screens a sheet at the bottom. */
export function DecisionPanel({ status, Form }: DecisionPanelProps) {
  const { readOnly, order } = useBench()
  const whole = order.find(isWhole)
  return (
    <aside
      aria-label="Questions"
      className="sticky bottom-0 max-h-[54dvh] overflow-y-auto border-control border-t bg-canvas pt-2 pb-3 max-lg:-mx-4 max-lg:px-4 max-lg:sm:-mx-6 max-lg:sm:px-6 lg:col-span-2 lg:max-h-[45dvh] low:static low:max-h-none"
    >
      {readOnly ? null : (
        <SavePill
          status={status}
          className="z-10 max-lg:sticky max-lg:top-0 max-lg:w-auto max-lg:bg-canvas lg:hidden low:static"
        />
      )}
      {whole ? (
        <section
          id={unitId(whole.key)}
          tabIndex={-1}
          aria-current="step"
          aria-label="Your choice"
          className={cn('scroll-mt-40 rounded-lg p-1 focus-visible:outline-none')}
        >
          <Form unit={whole} />
        </section>
      ) : null}
    </aside>
  )
}
