/** Whatever a test puts off until later ends with it. A worker runs many files, and shares this module between them. */
const timers = new Set<ReturnType<typeof setTimeout>>()
const { setTimeout: start } = globalThis

globalThis.setTimeout = Object.assign((...given: Parameters<typeof start>) => {
  const timer = start(...given)
  timers.add(timer)
  return timer
}, start)

export function endTimers(): void {
  for (const timer of timers) clearTimeout(timer)
  timers.clear()
}
