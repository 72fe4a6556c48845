'use client'
import { type RefObject, useEffect, useRef } from 'react'
import { isCovered, isFocusFree } from '@/lib/platform/client/keyboard-guards'
import type { Mode } from './desk-context'

/**
 * Gives the heading of the question the focus once what had it is gone: a form that was sent or left, or the button that
 * opened one.
 */
export function useFocusAfterForms(panel: RefObject<HTMLElement | null>, mode: Mode): void {
  const last = useRef(mode)
  useEffect(() => {
    if (last.current === mode) return
    last.current = mode
    if (mode === 'read' && isFocusFree() && !isCovered()) headingIn(panel.current)?.focus({ preventScroll: true })
  }, [panel, mode])
}

/** The heading of what the panel asks; it can have the focus so that those who listen hear it. */
export const headingIn = (panel: HTMLElement | null) => panel?.querySelector<HTMLElement>('h2[tabindex]') ?? null
