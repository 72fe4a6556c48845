'use client'
import { useEffect, useRef } from 'react'
import { toast } from '@/components/ui/toast'
import { useKeyWords } from '@/components/ui/use-shortcut'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import type { Answers } from '@/lib/protocols/protocol'
import { BENCH_KEYS } from './keys'

const TOAST = 'taken-away'

type Handlers = Record<string, (() => void) | undefined>
type Work = { answers: Answers; undo: () => void }

/**
 * Says what a key has just taken away, with a button that brings it back: the same undo as that of the bar. The button
 * goes as soon as something else changes, because it would undo that.
 */
export function useUndoOffers(bindings: readonly KeyBinding[], handlers: Handlers, { answers, undo }: Work): void {
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
  for (const { id, label, destroys } of bindings) {
    const act = handlers[id]
    if (destroys !== 'undoable' || !act) continue
    handlers[id] = () => {
      act()
      state.current = 'taken'
      toast.info(`Done: ${label}`, {
        id: TOAST,
        description: `${words(BENCH_KEYS.undo)} undoes it as well.`,
        action: { label: 'Undo', onClick: () => latest.current() },
      })
    }
  }
}
