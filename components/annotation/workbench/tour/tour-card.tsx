'use client'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { unitId, useBench } from '@/components/annotation/workbench/bench-context'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { ENTER, ESCAPE } from '@/lib/platform/client/fixed-keys'
import { isCovered, isFocusFree, isTyping, readKeyContext } from '@/lib/platform/client/keyboard-guards'
import type { Tour } from '@/lib/workspace/users/first-tasks/hooks'
import { type Box, placeCard } from './place'
import { tourSteps } from './steps'

interface TourCardProps {
  tour: Tour
  step: number
  practice?: boolean
}

/**
 * One step of the tour: a card beside a part of the workbench, which is framed. The workbench stays usable meanwhile, by its own keys;
 * the card has the focus first, so that it is read out, and Enter goes on.
 */
export function TourCard({ tour, step, practice = false }: TourCardProps) {
  const bench = useBench()
  const steps = tourSteps({ bench, practice })
  const currentStep = steps[step]
  const card = useRef<HTMLElement>(null)
  const titleId = useId()
  const textId = useId()
  const { target, place } = usePlace(card, step, currentStep?.find)
  const isLast = step === steps.length - 1
  const end = () => {
    tour.end()
    bench.go({ unit: bench.open, question: null })
  }
  const next = () => (isLast ? end() : tour.go(step + 1))
  const back = () => tour.go(Math.max(0, step - 1))
  useTourKeys(card, unitId(bench.open), { next, back, end })
  // Each step is read out by having the focus.
  useEffect(() => {
    if (step >= 0) card.current?.focus({ preventScroll: true })
  }, [step])
  if (!currentStep) return null
  return (
    <>
      {target ? (
        <div
          aria-hidden
          className="pointer-events-none fixed z-30 rounded-lg border-2 border-accent outline-4 outline-accent-border print:hidden"
          style={{
            left: target.left - 3,
            top: target.top - 3,
            width: target.right - target.left + 6,
            height: target.bottom - target.top + 6,
          }}
        />
      ) : null}
      <section
        ref={card}
        tabIndex={-1}
        aria-labelledby={titleId}
        aria-describedby={textId}
        className="fixed z-40 w-[min(22rem,calc(100vw-1.5rem))] rounded-lg border border-line bg-raised p-4 text-ink text-sm shadow-xl print:hidden"
        style={place ?? { left: 12, bottom: 12, opacity: 0 }}
      >
        <h2 id={titleId} className="font-semibold text-base">
          <span className="block font-normal text-muted text-xs">
            Tour, {step + 1} of {steps.length}
          </span>
          {currentStep.title}
        </h2>
        <p id={textId} className="mt-1.5 leading-relaxed">
          {currentStep.text}
        </p>
        <div className="mt-3 flex flex-wrap items-center gap-2">
          <Button size="sm" onClick={next}>
            {isLast ? 'Done' : 'Next'}
            <Kbd of={ENTER} hidden />
          </Button>
          {step > 0 ? (
            <Button size="sm" onClick={back}>
              Back
            </Button>
          ) : null}
          {isLast ? null : (
            <Button size="sm" variant="ghost" className="ms-auto" shortcut={ESCAPE} onClick={end}>
              Skip the tour
            </Button>
          )}
        </div>
      </section>
    </>
  )
}

/** Where the card and the frame stand, by what is on the page now: it may scroll, change its size, or draw something else. */
function usePlace(card: React.RefObject<HTMLElement | null>, step: number, find?: (show: boolean) => Box | null) {
  const [drawn, setDrawn] = useState<{ target: Box | null; place: { left: number; top: number } } | null>(null)
  const measure = useEffectEvent((show: boolean) => {
    const size = card.current?.getBoundingClientRect()
    if (!size || !find) return
    const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
    const target = find(show)
    const nowhere = { left: 0, top: 0, right: 0, bottom: 0 }
    const next = { target, place: placeCard(target ?? nowhere, size, view) }
    setDrawn((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
  })
  useLayoutEffect(() => {
    if (step >= 0) measure(true)
  }, [step])
  useEffect(() => {
    const again = () => measure(false)
    const watched = new ResizeObserver(again)
    watched.observe(document.body)
    if (card.current) watched.observe(card.current)
    window.addEventListener('scroll', again, { capture: true, passive: true })
    window.addEventListener('resize', again)
    return () => {
      watched.disconnect()
      window.removeEventListener('scroll', again, { capture: true })
      window.removeEventListener('resize', again)
    }
  }, [card])
  // What is drawn beside it may move what it points to.
  useEffect(() => measure(false))
  return { target: drawn?.target ?? null, place: drawn?.place ?? null }
}

interface TourActs {
  next(): void
  back(): void
  end(): void
}

/**
 * Arrows and Enter while the card has the focus, before they mean anything else; all of them and Escape wherever they have no other
 * meaning: an answer moves the focus to the next question or unit, where Enter goes on with the tour. `place`: the open unit's element.
 */
function useTourKeys(card: React.RefObject<HTMLElement | null>, place: string, acts: TourActs) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    const isChord = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    if (event.defaultPrevented || event.isComposing || isChord) return
    const isHere = target instanceof Node && card.current?.contains(target)
    const isTurning =
      (key === 'ArrowLeft' || key === 'ArrowRight') && !readKeyContext(event).taken.includes(key.toLowerCase())
    const isGoingOn = key === 'Enter' && target instanceof HTMLElement && (target.tabIndex < 0 || target.id === place)
    const isElsewhere = key === 'Escape' || isTurning || isGoingOn
    const isFree = isFocusFree() || !isTyping(document.activeElement)
    if (isCovered() || !(isHere || (isElsewhere && isFree))) return
    if (key === 'Escape') acts.end()
    else if (key === 'ArrowRight' || isGoingOn) acts.next()
    else if (key === 'ArrowLeft') acts.back()
    else return
    event.preventDefault()
  })
  useLayoutEffect(() => {
    const early = (event: KeyboardEvent) => {
      if (card.current?.contains(event.target as Node)) onKey(event)
    }
    const late = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', early, { capture: true })
    window.addEventListener('keydown', late)
    return () => {
      window.removeEventListener('keydown', early, { capture: true })
      window.removeEventListener('keydown', late)
    }
  }, [card])
}
