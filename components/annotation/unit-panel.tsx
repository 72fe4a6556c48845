'use client'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ProtocolView } from '@/components/protocols/protocol-view'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import type { OutboxStatus } from '@/lib/client/outbox-status'
import type { UnitDraft } from '@/lib/protocols/protocol'
import { unitId, useBench } from './bench-context'
import { isWhole, neighbour, workOrder } from './navigation'
import { SavePill } from './save-pill'

/** The forms: the open unit, and the whole item below it; on narrow screens a sheet at the bottom with what is open. */
export function UnitPanel({ view, status }: { view: ProtocolView; status: OutboxStatus }) {
  const { subject, openUnit, open, readOnly } = useBench()
  const whole = subject.units.find(isWhole)
  const part = openUnit && !isWhole(openUnit) ? openUnit : null
  return (
    <aside
      aria-label="Questions"
      className="space-y-4 max-lg:sticky max-lg:space-y-1 max-lg:bottom-0 max-lg:-mx-4 max-lg:sm:-mx-6 max-lg:max-h-[54dvh] max-lg:overflow-y-auto max-lg:border-control max-lg:border-t max-lg:bg-canvas max-lg:px-4 max-lg:pb-3 max-lg:sm:px-6 lg:sticky lg:top-32 lg:max-h-[calc(100dvh-9rem)] lg:self-start lg:overflow-y-auto lg:p-0.5"
    >
      {readOnly ? null : (
        <SavePill
          status={status}
          className="z-10 max-lg:sticky max-lg:top-0 max-lg:w-auto max-lg:bg-canvas lg:hidden"
        />
      )}
      {part ? (
        <UnitSection unit={part} title={titleOf(subject.units, part)}>
          <view.UnitForm key={open} unit={part} />
        </UnitSection>
      ) : null}
      {whole ? (
        <UnitSection unit={whole} title="Whole item" className={cn(part && 'max-lg:hidden')}>
          <view.ItemForm unit={whole} />
        </UnitSection>
      ) : null}
    </aside>
  )
}

function titleOf(units: readonly UnitDraft[], unit: UnitDraft): string {
  const siblings = units.filter((candidate) => candidate.kind === unit.kind)
  const kind = unit.kind.charAt(0).toUpperCase() + unit.kind.slice(1)
  return `${kind} ${siblings.indexOf(unit) + 1} of ${siblings.length}`
}

interface UnitSectionProps {
  unit: UnitDraft
  title: string
  className?: string
  children: ReactNode
}

function UnitSection({ unit, title, className, children }: UnitSectionProps) {
  const { subject, open, go } = useBench()
  const isOpen = open === unit.key
  const step = (by: 1 | -1) => go({ unit: neighbour(subject, open, by), question: null })
  const ends = workOrder(subject).units
  return (
    <section
      // A part's own place is in the text; the whole item has none there.
      id={isWhole(unit) ? unitId(unit.key) : undefined}
      tabIndex={-1}
      aria-current={isOpen ? 'step' : undefined}
      className={cn(
        'scroll-mt-40 rounded-lg border bg-surface p-4 focus-visible:outline-none',
        isOpen ? 'border-accent' : 'border-line',
        className,
      )}
    >
      <div className="mb-3 flex min-h-8 items-center justify-between gap-2">
        <h2 className="font-semibold text-sm">{title}</h2>
        {isOpen ? (
          <div className="flex gap-1">
            <Button
              size="sm"
              variant="ghost"
              shortcut="k"
              aria-label="Previous"
              disabled={ends[0]?.key === open}
              onClick={() => step(-1)}
            >
              <ChevronLeft aria-hidden className="size-4 rtl:rotate-180" />
            </Button>
            <Button
              size="sm"
              variant="ghost"
              shortcut="j"
              aria-label="Next"
              disabled={ends.at(-1)?.key === open}
              onClick={() => step(1)}
            >
              <ChevronRight aria-hidden className="size-4 rtl:rotate-180" />
            </Button>
          </div>
        ) : null}
      </div>
      {children}
    </section>
  )
}
