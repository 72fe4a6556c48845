'use client'
import { useState } from 'react'

/** So many entries of a long list are drawn at once, and with every "Show more". */
export const STRETCH = 100
/** So many stay drawn before the one that is open. */
const BEFORE = 20

interface Stretch {
  from: number
  to: number
}

/** A stretch of a long list that is drawn, and what lies before and behind it. */
export interface DrawnStretch extends Stretch {
  before: number
  behind: number
  showBefore: () => void
  showBehind: () => void
}

/**
 * Which of `count` entries are drawn: all where there are few, else a stretch with the open one in it (-1: none is open).
 * Opening one that is not drawn draws it, so that keys reach every one.
 */
export function useStretch(count: number, open: number): DrawnStretch {
  const [asked, setAsked] = useState<Stretch>(() => around(open))
  const holds = open < 0 || (open >= asked.from && open < asked.to)
  const wanted = holds ? asked : around(open)
  // Kept, so that what was open stays drawn when the next entry of the same stretch is opened.
  if (wanted !== asked) setAsked(wanted)
  const from = count <= STRETCH ? 0 : Math.min(wanted.from, count - STRETCH)
  const to = count <= STRETCH ? count : Math.min(count, wanted.to)
  return {
    from,
    to,
    before: from,
    behind: count - to,
    showBefore: () => setAsked({ from: Math.max(0, from - STRETCH), to }),
    showBehind: () => setAsked({ from, to: to + STRETCH }),
  }
}

function around(open: number): Stretch {
  const from = Math.max(0, open - BEFORE)
  return { from, to: from + STRETCH }
}
