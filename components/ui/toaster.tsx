'use client'

import type { CSSProperties } from 'react'
import { Toaster as Sonner } from 'sonner'

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

/** The place where toasts appear; mount once. */
export function Toaster() {
  return <Sonner position="bottom-right" closeButton richColors visibleToasts={4} style={COLOURS} />
}
