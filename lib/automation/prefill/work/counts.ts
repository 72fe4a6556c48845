import type { StepFailure } from '@/lib/protocols/prefill'

/** What the work on an item has asked for so far. */
export interface Counts {
  calls: number
  cachedCalls: number
  spentMicro: number
  /** Did it end with an answer that was refused, cut or malformed? Then a retry asks for that one anew by itself. */
  badAnswer: boolean
  /** A failure that ends the whole item, whatever the step made of it. */
  fatal: StepFailure | null
}

export const noCounts = (): Counts => ({ calls: 0, cachedCalls: 0, spentMicro: 0, badAnswer: false, fatal: null })
