/** Looks after a server that is no child of ours, so that nobody tells us when it dies. */
import { messageOf, StartError } from '@/scripts/start-error'

const LOOK_EVERY_MS = 250
/** A server that dies more often than so within so long has a reason that another start does not take away. */
const STARTS = 5
const WITHIN_MS = 5 * 60_000

/** What is looked after, and how. */
export interface Kept {
  isRunning(): boolean
  /** Starts it again, and resolves when it answers; throws where that is not possible. */
  startAgain(): Promise<void>
  /** Hears once why it does not run and will not. */
  onGivenUp(reason: StartError): void
  log(line: string): void
  /** How often it is started again within five minutes. */
  starts?: number
}

/** May it be started again, having died at these times (in milliseconds, the last one now)? */
export function mayStartAgain(deaths: readonly number[], starts = STARTS): boolean {
  const now = deaths.at(-1) ?? 0
  return deaths.filter((time) => now - time <= WITHIN_MS).length <= starts
}

/**
 * Starts the server again whenever it has died, until it dies too often or cannot be started. Returns the end of this,
 * which resolves when no start is under way any more.
 */
export function keepRunning(keptServer: Kept): () => Promise<void> {
  const deaths: number[] = []
  let starting: Promise<void> | null = null

  const giveUp = (reason: StartError) => {
    clearInterval(timer)
    keptServer.onGivenUp(reason)
  }
  async function restart() {
    deaths.push(performance.now())
    if (!mayStartAgain(deaths, keptServer.starts)) {
      return giveUp(
        new StartError(`The database has ended ${deaths.length} times in a short while: nothing starts it again.`),
      )
    }
    keptServer.log('the database has ended unexpectedly: starting it again')
    try {
      await keptServer.startAgain()
      keptServer.log('the database is back')
    } catch (error) {
      giveUp(error instanceof StartError ? error : new StartError(messageOf(error)))
    }
  }
  const timer = setInterval(() => {
    if (starting || keptServer.isRunning()) return
    starting = restart().finally(() => {
      starting = null
    })
  }, LOOK_EVERY_MS)
  timer.unref()

  return async () => {
    clearInterval(timer)
    await starting
  }
}
