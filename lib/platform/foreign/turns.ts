/** Long work that stays in this process, since what it works on is here: others are answered between its pieces. */
import { setImmediate } from 'node:timers/promises'

/** Work holds the process for about so long (milliseconds) before others have their turn. */
const TURN_MS = 25

/** Asked between small pieces of work, and awaited: others have their turn where it is time for that. */
export type GiveTurn = () => Promise<void> | undefined

/** What it returns throws the signal's reason where that has ended the work. */
export function turnGiver(signal?: AbortSignal): GiveTurn {
  let since = performance.now()
  return () => {
    if (performance.now() - since < TURN_MS) return undefined
    return setImmediate().then(() => {
      signal?.throwIfAborted()
      since = performance.now()
    })
  }
}
