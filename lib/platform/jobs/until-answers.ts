/** Jobs wait until people are answered: whatever is in the queue, the app is there first. */
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY_MS = 100

/** Resolves when the address answers with success; at once where there is none to ask, and when the signal says so. */
export async function untilAnswers(address: string | undefined, signal: AbortSignal): Promise<void> {
  while (address && !signal.aborted) {
    try {
      const { ok, body } = await fetch(address, { signal })
      await body?.cancel()
      if (ok) return
    } catch {
      // It is not there yet.
    }
    await pause(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}
