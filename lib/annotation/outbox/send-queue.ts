import type { ApiError } from '@/lib/platform/client/api-error'

const FIRST_RETRY_MS = 1_000
const LAST_RETRY_MS = 30_000
export const BATCH = 100

/** How sending for one annotation is going. */
export interface SendQueue {
  run: Promise<void> | null
  failures: number
  notBefore: number
  trouble: 'waiting' | 'signed-out' | null
  /** How many changes go into one request now, and at most. */
  batch: number
  most: number
}

export const newSendQueue = (most = BATCH): SendQueue => ({
  run: null,
  failures: 0,
  notBefore: 0,
  trouble: null,
  batch: most,
  most,
})

/** Worth trying again unchanged: the network, the server or the session was at fault, or something that is no answer. */
export const isPassing = (error: ApiError | null) => !error || error.isTransient || error.status === 401

/** Waits longer after every failure, by `spread` (0..1) around it, so that fifty browsers do not come back at once. */
export function backOff(line: SendQueue, error: ApiError | null, now: number, spread: number): void {
  const delay = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** line.failures)
  line.failures += 1
  line.trouble = error?.status === 401 ? 'signed-out' : 'waiting'
  line.notBefore = now + delay * (0.75 + 0.5 * spread)
}

/** A request came through; the next one may be larger again. */
export function recover(line: SendQueue): void {
  Object.assign(line, { failures: 0, notBefore: 0, trouble: null, batch: Math.min(line.most, line.batch * 2) })
}

/** A request of so many changes was too large, or one of them spoils it: halves find out which. */
export function narrow(line: SendQueue, size: number): void {
  line.batch = Math.ceil(size / 2)
}
