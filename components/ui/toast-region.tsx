'use client'

import { type CSSProperties, useEffect, useSyncExternalStore } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import { takeToasts } from './toast-queue'
import { isWide, WIDE } from './wide-screen'

const COLOURS = {
  '--normal-bg': 'var(--raised)',
  '--normal-text': 'var(--ink)',
  '--normal-border': 'var(--line)',
  '--success-bg': 'var(--positive-surface)',
  '--success-text': 'var(--positive-text)',
  '--success-border': 'var(--positive-border)',
  '--error-bg': 'var(--negative-surface)',
  '--error-text': 'var(--negative-text)',
  '--error-border': 'var(--negative-border)',
  '--border-radius': '0.5rem',
  fontFamily: 'var(--font-sans)',
} as CSSProperties

/** The place where toasts appear. */
export function ToastRegion() {
  // After the region itself has begun to listen.
  useEffect(() => takeToasts(toast), [])
  // Where one works is on the right, and at the bottom of narrow screens: messages stand away from it.
  const wide = useSyncExternalStore(follow, isWide, isWide)
  return (
    <Sonner
      position={wide ? 'bottom-left' : 'top-center'}
      offset={wide ? BESIDE_NAVIGATION : BELOW_BARS}
      mobileOffset={BELOW_BARS}
      closeButton
      richColors
      visibleToasts={4}
      style={COLOURS}
    />
  )
}

/** Beside the project's navigation, on pages that have one (`--beside-navigation` in app/globals.css). */
const BESIDE_NAVIGATION = { left: 'var(--beside-navigation)', bottom: '1.5rem' }
/** Below the page's header and the bar of a task. */
const BELOW_BARS = { top: '7rem' }
function follow(onChange: () => void): () => void {
  const width = window.matchMedia(WIDE)
  width.addEventListener('change', onChange)
  return () => width.removeEventListener('change', onChange)
}
