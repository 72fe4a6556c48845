'use client'

import { useState } from 'react'
import { toast } from '@/components/ui/toast'
import { toCodePointOffset } from '@/lib/text/code-points'
import { mergeSegments, ResegmentError, splitSegment } from '@/lib/text/resegment'
import { fromShownOffset } from '@/lib/workspace/items/rules'

/** Where the caret goes after a change: a segment, and an offset in the text as a text field counts it. */
export interface Caret {
  index: number
  offset: number
}

/** Segments under repair: split, merge, undo; nothing leaves the browser before it is saved. */
export function useSegments(initial: readonly string[], whole: string) {
  const [steps, setSteps] = useState<readonly (readonly string[])[]>([initial])
  const [caret, setCaret] = useState<Caret | null>(null)
  const segments = steps.at(-1) ?? initial

  const attempt = (change: () => string[], next: Caret) => {
    try {
      const after = change()
      setSteps((before) => [...before, after])
      setCaret(next)
    } catch (error) {
      if (!(error instanceof ResegmentError)) throw error
      toast.info(error.message, { id: 'resegment' })
    }
  }
  return {
    segments,
    caret,
    changed: steps.length > 1,
    /** `offset` is that of the text field's caret. */
    split: (index: number, offset: number) => {
      const segment = segments[index] ?? ''
      const at = toCodePointOffset(segment, fromShownOffset(segment, offset))
      attempt(() => splitSegment(segments, index, at), { index: index + 1, offset: 0 })
    },
    merge: (index: number) => {
      const offset = (segments[index] ?? '').replaceAll('\r\n', '\n').length
      attempt(() => mergeSegments(segments, index, whole), { index, offset })
    },
    undo: () => {
      setSteps((before) => (before.length > 1 ? before.slice(0, -1) : before))
      setCaret(null)
    },
  }
}
