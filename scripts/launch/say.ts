/** One line for the person at the terminal. */
export const say = (line: string) => console.log(`assay: ${line}`)

/** One line for the person at the terminal, of what went wrong. */
export const complain = (line: string) => console.error(`assay: ${line}`)

/** How often somebody who waits hears that the work goes on, in milliseconds. */
const EVERY_MS = 15_000

interface Words {
  /** Such as "building the app". */
  doing: string
  /** What to expect of it; in brackets behind the first line. */
  note?: string
  /** Such as "the app is built". */
  done: string
}

/** Says what is being done, again and again how long it has taken so far, and at last how long it took. */
export async function timed<T>({ doing, note, done }: Words, work: () => Promise<T>): Promise<T> {
  say(note === undefined ? doing : `${doing} (${note})`)
  const elapsed = stopwatch()
  const goingOn = setInterval(() => say(`still ${doing}, ${elapsed()} s so far`), EVERY_MS)
  try {
    const result = await work()
    say(`${done} (${Math.max(1, elapsed())} s)`)
    return result
  } finally {
    clearInterval(goingOn)
  }
}

/** Tells the seconds since it was made, as a whole number. */
export function stopwatch(): () => number {
  const began = performance.now()
  return () => Math.round((performance.now() - began) / 1000)
}
