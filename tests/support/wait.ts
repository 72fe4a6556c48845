/** The one way in which tests wait; in components it is `waitFor` and `findBy` of the testing library, with the same limit. */
import { vi } from 'vitest'
import { WAIT_LIMIT_MS } from './limits'

const OPTIONS = { timeout: WAIT_LIMIT_MS, interval: 20 }

/** Waits until the condition holds, and returns what it returned. */
export const until = <T>(holds: () => T | Promise<T>) => vi.waitUntil(holds, OPTIONS)

/**
 * Waits for the end of work that takes as long as the machine needs: the limit is for each of its steps, which are told apart by
 * what `progress` returns.
 */
export async function untilDone(isDone: () => boolean | Promise<boolean>, progress: () => unknown): Promise<void> {
  for (let isOver = false; !isOver; ) {
    const before = JSON.stringify(await progress())
    await until(async () => {
      isOver = await isDone()
      return isOver || JSON.stringify(await progress()) !== before
    })
  }
}

/** Waits until the assertions pass, and returns what they returned; fails as they failed last. */
export const eventually = <T>(assertions: () => T | Promise<T>) => vi.waitFor(assertions, OPTIONS)
