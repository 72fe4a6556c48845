/** One line for the person at the terminal. */
export const say = (line: string) => console.log(`assay: ${line}`)

/** One line for the person at the terminal, of what went wrong. */
export const complain = (line: string) => console.error(`assay: ${line}`)

/** Says what is being done, and afterwards how long it took. */
export async function timed<T>(doing: string, done: string, work: () => Promise<T>): Promise<T> {
  say(doing)
  const began = performance.now()
  const result = await work()
  say(`${done} (${Math.max(1, Math.round((performance.now() - began) / 1000))} s)`)
  return result
}
