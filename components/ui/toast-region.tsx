'use client'

import { type CSSProperties, useEffect } from 'react'
import { Toaster as Sonner, toast } from 'sonner'
import { takeToasts } from './toast-queue'

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
  return <Sonner position="bottom-right" closeButton richColors visibleToasts={4} style={COLOURS} />
}
