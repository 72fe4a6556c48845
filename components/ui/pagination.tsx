import { ChevronLeft, ChevronRight } from '@/components/ui/icons'
import { Button } from './button'
import { buttonClass } from './button-class'
import { cn } from './cn'
import { PageLink } from './page-link'

/** A place to go: an address, or a function; `null` where there is nothing. */
export type PageStep = string | (() => void) | null

type PaginationProps = {
  /** Names the navigation, e.g. "Pages of results". */
  label: string
  previous: PageStep
  next: PageStep
  /** Where one is, e.g. "51 to 100 of 1,204". */
  summary: string
  className?: string
}

const ICON = 'size-4 rtl:-scale-x-100'

function Step({ step, direction }: { step: PageStep; direction: 'Previous' | 'Next' }) {
  const forward = direction === 'Next'
  const content = (
    <>
      {forward ? null : <ChevronLeft aria-hidden className={ICON} />}
      {direction}
      {forward ? <ChevronRight aria-hidden className={ICON} /> : null}
    </>
  )
  if (typeof step === 'string') {
    return (
      <PageLink href={step} rel={forward ? 'next' : 'prev'} className={buttonClass('secondary', 'sm')}>
        {content}
      </PageLink>
    )
  }
  return (
    <Button size="sm" disabled={step === null} onClick={step ?? undefined}>
      {content}
    </Button>
  )
}

/** Previous and next, with where one is in words; works for numbered pages and for cursors. */
export function Pagination({ label, previous, next, summary, className }: PaginationProps) {
  return (
    <nav aria-label={label} className={cn('flex flex-wrap items-center justify-between gap-3', className)}>
      <p aria-live="polite" className="text-muted text-sm tabular-nums">
        {summary}
      </p>
      <div className="flex gap-2">
        <Step step={previous} direction="Previous" />
        <Step step={next} direction="Next" />
      </div>
    </nav>
  )
}
