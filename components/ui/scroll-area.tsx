'use client'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cn } from './cn'

/** At which edges content is cut off and can be scrolled into view. */
type CutEdges = 'none' | 'left' | 'right' | 'both'

interface Overflow {
  /** Is there anything to scroll? Then the element must be focusable, so that arrow keys can scroll it. */
  scrollable: boolean
  cut: CutEdges
}

/** Less than a pixel is left over where widths are rounded. */
const ROUNDING = 1

/** Does the content of an element overflow it, and where is it cut at the moment? */
function useScrollable(ref: RefObject<HTMLElement | null>): Overflow {
  const [overflow, setOverflow] = useState<Overflow>({ scrollable: false, cut: 'none' })
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const scrollable = element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight
      const cut = cutEdges(element)
      setOverflow((before) => (before.scrollable === scrollable && before.cut === cut ? before : { scrollable, cut }))
    }
    // At once: there is no moment in which it can be scrolled and not be reached by key.
    const measureNow = () => flushSync(measure)
    const sizes = new ResizeObserver(measureNow)
    const observeContent = () => {
      sizes.disconnect()
      sizes.observe(element)
      for (const child of element.children) sizes.observe(child)
    }
    observeContent()
    // Content that is loaded later takes the place of what stood for it.
    const content = new MutationObserver((changes) => {
      if (changes.some(({ target }) => target === element)) observeContent()
      measureNow()
    })
    content.observe(element, { childList: true, subtree: true })
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      content.disconnect()
      sizes.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [ref])
  return overflow
}

function cutEdges({ scrollLeft, scrollWidth, clientWidth, ownerDocument, dir }: HTMLElement): CutEdges {
  const hidden = scrollWidth - clientWidth
  if (hidden <= ROUNDING) return 'none'
  // From right to left it begins at 0 and falls.
  const isFromRight = (dir || ownerDocument.documentElement.dir) === 'rtl' || scrollLeft < 0
  const left = isFromRight ? hidden + scrollLeft : scrollLeft
  const [isLeft, isRight] = [left > ROUNDING, hidden - left > ROUNDING]
  if (isLeft && isRight) return 'both'
  return isLeft ? 'left' : isRight ? 'right' : 'none'
}

type ScrollAreaProps = {
  /** Names the region when it can be scrolled. */
  label: string
  children: ReactNode
  className?: string
}

/** Fades what is cut off, so that it shows that there is more. */
const FADED: Record<CutEdges, string> = {
  none: '',
  left: '[mask-image:linear-gradient(to_right,transparent,black_2.5rem)]',
  right: '[mask-image:linear-gradient(to_left,transparent,black_2.5rem)]',
  both: '[mask-image:linear-gradient(to_right,transparent,black_2.5rem,black_calc(100%-2.5rem),transparent)]',
}

/**
 * Content that may be wider or taller than its place; a stop for Tab only while there is something to scroll. Where it is cut at
 * a side, it fades there.
 */
export function ScrollArea({ label, children, className }: ScrollAreaProps) {
  const ref = useRef<HTMLElement>(null)
  const { scrollable, cut } = useScrollable(ref)
  return (
    <section
      ref={ref}
      aria-label={scrollable ? label : undefined}
      tabIndex={scrollable ? 0 : undefined}
      data-cut={cut}
      className={cn(
        'relative overflow-auto focus-visible:-outline-offset-2',
        FADED[cut],
        'focus-visible:[mask-image:none] print:[mask-image:none]',
        className,
      )}
    >
      {children}
    </section>
  )
}
