import { whenIdle } from './when-idle'

/** A page that lies open for so long is going to be used: it must not lack what it needs where the network is gone by then. */
const STILL_MS = 30_000
const ACTS = ['keydown', 'pointerdown', 'pointermove'] as const

let isUsed = false
const waiting = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined

function begin(): void {
  isUsed = true
  clearTimeout(timer)
  for (const type of ACTS) window.removeEventListener(type, begin, true)
  for (const work of [...waiting]) work()
  waiting.clear()
}

/**
 * Does something once the page is used, by key or by pointer, and the browser has nothing better to do: what comes before is only what the page
 * is drawn with. Returns how to leave it. Browser only.
 */
export function whenUsed(work: () => void): () => void {
  if (isUsed) return whenIdle(work)
  let leaveIdle: (() => void) | undefined
  const wait = () => {
    leaveIdle = whenIdle(work)
  }
  if (waiting.size === 0) {
    timer ??= setTimeout(begin, STILL_MS)
    for (const type of ACTS) window.addEventListener(type, begin, true)
  }
  waiting.add(wait)
  return () => {
    waiting.delete(wait)
    leaveIdle?.()
  }
}
