'use client'

import { type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { Kbd } from './kbd'

const DELAY_MS = 400
/** So that the pointer can cross over to the hint. */
const LEAVE_MS = 150
const HALF_PX = 120
const GAP_PX = 6

type HintProps = {
  /** The name of what the icon does; the button says the same to screen readers. */
  name: string
  shortcut?: KeyBinding
  /** Draws the control with what lets the hint appear. */
  children(handlers: HintHandlers): ReactNode
}

export interface HintHandlers {
  'data-hint': string
  onPointerEnter(event: { currentTarget: Element; pointerType: string }): void
  onPointerLeave(): void
  onKeyUp(event: { currentTarget: Element; key: string }): void
  onBlur(): void
  onPointerDown(): void
}

type HintPosition = { left: number; top: number; above: boolean }

function placeAt(control: Element): HintPosition {
  const { left, width, top, bottom } = control.getBoundingClientRect()
  const above = bottom + 44 > window.innerHeight
  const centre = Math.min(Math.max(left + width / 2, HALF_PX), Math.max(HALF_PX, window.innerWidth - HALF_PX))
  return { left: centre, top: above ? top - GAP_PX : bottom + GAP_PX, above }
}

/**
 * The name and the key of a control that shows an icon only, on hover and when Tab moves to it. It is drawn here instead of by a library
 * because every screen has such controls, and the control itself must not be drawn anew when the hint comes.
 */
export function Hint({ name, shortcut, children }: HintProps) {
  const [place, setPlace] = useState<HintPosition | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const id = useId()
  const later = (wait: number, act: () => void) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(act, wait)
  }
  const hide = () => {
    clearTimeout(timer.current)
    setPlace(null)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const onKey = useEffectEvent(({ key }: KeyboardEvent) => key === 'Escape' && hide())
  const isShown = place !== null
  useEffect(() => {
    if (!isShown) return
    const listen = (event: KeyboardEvent) => void onKey(event)
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [isShown])
  const handlers: HintHandlers = {
    'data-hint': name,
    onPointerEnter: ({ currentTarget, pointerType }) => {
      if (pointerType !== 'touch') later(DELAY_MS, () => setPlace(placeAt(currentTarget)))
    },
    onPointerLeave: () => later(LEAVE_MS, () => setPlace(null)),
    // The release of Tab reaches what it moved to; a dialog that puts the focus on its button itself shows no hint.
    onKeyUp: ({ currentTarget, key }) => {
      if (key === 'Tab') setPlace(placeAt(currentTarget))
    },
    onBlur: hide,
    onPointerDown: hide,
  }
  return (
    <>
      {children(handlers)}
      {place
        ? createPortal(
            <span
              id={id}
              role="tooltip"
              // The control has the same name.
              aria-hidden
              onPointerEnter={() => clearTimeout(timer.current)}
              onPointerLeave={hide}
              style={{ left: place.left, top: place.top }}
              className={`fixed z-50 flex w-max max-w-60 -translate-x-1/2 items-center gap-2 rounded-md border border-line bg-raised px-2.5 py-1.5 text-ink text-xs shadow-md print:hidden ${place.above ? '-translate-y-full' : ''}`}
            >
              {name}
              {shortcut ? <Kbd of={shortcut} className="text-muted" /> : null}
            </span>,
            document.body,
          )
        : null}
    </>
  )
}
