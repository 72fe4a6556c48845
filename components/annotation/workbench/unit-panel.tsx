'use client'
import { type ReactNode, useId, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { ChevronLeft, ChevronRight } from '@/components/ui/icons'
import type { OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'
import type { Stage, Subject, UnitDraft } from '@/lib/protocols/protocol'
import { unitId, useBench } from './bench-context'
import { BenchSavePill } from './bench-save-pill'
import { BENCH_KEYS } from './keys'
import { isWithin, shownWith } from './lists'
import { isWhole } from './navigation'
import { SettledAboutUnit } from './settled-before'
import type { StageView } from './stage-view'
import { capitalised, kindWord, numberOf } from './unit-name'

/** Where the forms are: beside the text; on narrow screens a sheet at the bottom. */
export function PanelSheet({ status, children }: { status: OutboxStatus; children: ReactNode }) {
  const { readOnly } = useBench()
  const sheet = useRef<HTMLElement>(null)
  return (
    <aside
      ref={sheet}
      aria-label="Questions"
      className="space-y-4 max-lg:sticky max-lg:space-y-1 max-lg:bottom-0 max-lg:-mx-4 max-lg:sm:-mx-6 max-lg:max-h-[54dvh] max-lg:overflow-y-auto max-lg:border-control max-lg:border-t max-lg:bg-canvas max-lg:px-4 max-lg:pb-3 max-lg:sm:px-6 lg:sticky lg:top-32 lg:max-h-[calc(100dvh-9rem)] lg:self-start lg:overflow-y-auto lg:p-0.5 low:max-lg:static low:max-lg:max-h-none low:lg:top-0 low:lg:max-h-dvh"
    >
      {readOnly ? null : (
        <BenchSavePill
          status={status}
          className="z-10 max-lg:sticky max-lg:top-0 max-lg:w-auto max-lg:bg-canvas lg:hidden low:static"
        />
      )}
      {children}
      {/* In a low window the questions stand below the whole text, which may be long. */}
      <Button
        size="sm"
        className="fixed end-2 bottom-2 z-20 hidden low:max-lg:inline-flex print:hidden"
        onClick={() => sheet.current?.scrollIntoView({ block: 'start' })}
      >
        To the questions
      </Button>
    </aside>
  )
}

/** The forms: the open unit, and the whole item below it; on narrow screens only what is open. */
export function UnitPanel({ view, status }: { view: StageView; status: OutboxStatus }) {
  const { protocol, stage, subject, order, openUnit, survey, workbench } = useBench()
  // A whole that nothing can be asked about takes no room.
  const whole = order.find(isWhole)
  // What is listed is answered in its list.
  const panelUnit = openUnit && shownWith(survey, workbench.units, openUnit)
  const part = panelUnit && !isWhole(panelUnit) ? panelUnit : null
  return (
    <PanelSheet status={status}>
      {part ? (
        <UnitSection unit={part} title={titleOf(stage, subject, part)}>
          <SettledAboutUnit protocol={protocol} stage={stage} units={subject.units} unit={part} />
          <view.UnitForm key={part.key} unit={part} />
        </UnitSection>
      ) : null}
      {whole ? (
        <UnitSection unit={whole} title="Whole item" className={cn(part && 'max-lg:hidden')}>
          <view.ItemForm unit={whole} />
        </UnitSection>
      ) : null}
    </PanelSheet>
  )
}

/** "Segment 2 of 9", as a heading. */
export function titleOf(stage: Stage, subject: Subject, unit: UnitDraft): string {
  const siblings = subject.units.filter(({ kind, parent }) => kind === unit.kind && parent === unit.parent)
  return `${capitalised(kindWord(stage, unit.kind))} ${numberOf(subject, unit)} of ${siblings.length}`
}

interface UnitSectionProps {
  unit: UnitDraft
  title: string
  className?: string
  /** Its place is here, because it has none in the text that is read. */
  isPlace?: boolean
  children: ReactNode
}

/** One unit's forms under its title, with the ways to its neighbours while it, or a part of it, is open. */
export function UnitSection({ unit, title, className, isPlace = isWhole(unit), children }: UnitSectionProps) {
  const { order, open, survey, go } = useBench()
  const isOpen = open === unit.key
  const at = order.findIndex(({ key }) => key === open)
  const step = (by: 1 | -1) => go({ unit: order[at + by]?.key ?? open, question: null })
  const headingId = useId()
  return (
    <section
      aria-labelledby={headingId}
      id={isPlace ? unitId(unit.key) : undefined}
      tabIndex={-1}
      aria-current={isOpen ? 'step' : undefined}
      className={cn(
        'scroll-mt-40 rounded-lg border bg-surface p-4 focus-visible:outline-none',
        isOpen ? 'border-accent' : 'border-line',
        className,
      )}
    >
      <div className="mb-3 flex min-h-8 items-center justify-between gap-2">
        <h2 id={headingId} className="font-semibold text-sm">
          {title}
        </h2>
        {isWithin(survey, open, unit.key) ? (
          <div className="flex gap-1">
            <Button
              size="sm"
              variant="ghost"
              shortcut={BENCH_KEYS.previous}
              aria-label="Previous"
              hint="Previous"
              disabled={at <= 0}
              onClick={() => step(-1)}
            >
              <ChevronLeft aria-hidden className="size-4 rtl:rotate-180" />
            </Button>
            <Button
              size="sm"
              variant="ghost"
              shortcut={BENCH_KEYS.next}
              aria-label="Next"
              hint="Next"
              disabled={at === order.length - 1}
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
