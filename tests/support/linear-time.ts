import { expect } from 'vitest'
import { processorTime } from './processor-time'

const TIMES_LONGER = 4
/** Linear work takes four times as long, work that grows with the square sixteen times. */
const MOST = 8
/** Below this, in milliseconds, what is measured is the clock. */
const LEAST_MS = 4

/** Fails when reading four times the length takes far more than four times the processor time, at three tries of three. */
export function expectLinearTime(
  read: (text: string) => unknown,
  make: (length: number) => string,
  length = 30_000,
  about = '',
): void {
  const ratios: number[] = []
  for (let tries = 0; tries < 3; tries++) {
    const [short, long] = [make(length), make(length * TIMES_LONGER)]
    const before = processorTime(() => read(short))
    ratios.push(processorTime(() => read(long)) / Math.max(before, LEAST_MS))
    if (Math.min(...ratios) <= MOST) return
  }
  const what = `${JSON.stringify(about)}: ${TIMES_LONGER} times the text takes so many times as long`
  expect(Math.min(...ratios), what).toBeLessThanOrEqual(MOST)
}
