import { WAIT_LIMIT_MS } from '@/tests/support/limits'

/** What fuzzing counts. */
export interface Tally {
  target: string
  inputs: number
  accepted: number
  refused: number
  failures: string[]
  slowestMs: number
}

export const newTally = (target: string): Tally => ({
  target,
  inputs: 0,
  accepted: 0,
  refused: 0,
  slowestMs: 0,
  failures: [],
})

/** Waits for `work`, but not for ever; notes how long it took. Work that never lets go of the thread comes back late. */
export async function watched<T>(tally: Tally, work: Promise<T>): Promise<T | 'hang'> {
  const start = performance.now()
  let timer: NodeJS.Timeout | undefined
  const hang = new Promise<'hang'>((resolve) => {
    timer = setTimeout(() => resolve('hang'), WAIT_LIMIT_MS)
  })
  const result = await Promise.race([work, hang])
  clearTimeout(timer)
  const ms = performance.now() - start
  tally.slowestMs = Math.max(tally.slowestMs, ms)
  return ms > WAIT_LIMIT_MS ? 'hang' : result
}
