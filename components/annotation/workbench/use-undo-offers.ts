'use client'
import { useEffect, useRef } from 'react'
import { toast } from '@/components/ui/toast'
import { useKeyWords } from '@/components/ui/use-shortcut'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import type { Answers } from '@/lib/protocols/protocol'
import { BENCH_KEYS } from './keys'

const TOAST = 'taken-away'

/** A handler that answers false did nothing. */
type Handlers = Record<string, (() => unknown) | undefined>
type Work = { answers: Answers; undo: () => void }

/** Says what was just taken away or put out of sight, with a button that undoes it. */
export type OfferUndo = (title: string, description?: string) => void

/**
 * Offers undo in a message: the same undo as that of the bar. The button goes as soon as something else changes, because it
 * would undo that.
 */
export function useUndoOffer({ answers, undo }: Work): OfferUndo {
  const words = useKeyWords()
  const state = useRef<'none' | 'taken' | string>('none')
  // The offer outlives the answers that it was made with; undo compares with what is there when it is pressed.
  const latest = useRef(undo)
  useEffect(() => {
    latest.current = undo
  })
  useEffect(() => {
    if (state.current === 'none') return
    // The server's answer is a new object with the same answers in it.
    const now = JSON.stringify(answers)
    if (state.current !== 'taken' && state.current !== now) {
      toast.dismiss(TOAST)
      state.current = 'none'
    } else state.current = now
  }, [answers])
  return (title, description = '') => {
    state.current = 'taken'
    toast.info(title, {
      id: TOAST,
      description: `${description} ${words(BENCH_KEYS.undo)} undoes it as well.`.trim(),
      action: { label: 'Undo', onClick: () => latest.current() },
    })
  }
}

/** Handlers that offer undo after each key that took something away. */
export function withUndoOffers(bindings: readonly KeyBinding[], handlers: Handlers, offer: OfferUndo): Handlers {
  const offering: Handlers = { ...handlers }
  for (const { id, label, destroys } of bindings) {
    const act = handlers[id]
    if (destroys !== 'undoable' || !act) continue
    offering[id] = () => {
      if (act() !== false) offer(`Done: ${label}`)
    }
  }
  return offering
}
