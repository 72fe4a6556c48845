import { expect } from 'vitest'
import { growthOf, MOST, TIMES_LONGER } from './growth'

/** Fails when reading four times the length takes far more than four times the processor time, at three tries of three. */
export function expectLinearTime(
  read: (text: string) => unknown,
  make: (length: number) => string,
  length = 30_000,
  about = '',
): void {
  const what = `${JSON.stringify(about)}: ${TIMES_LONGER} times the text takes so many times as long`
  expect(growthOf(read, make, length), what).toBeLessThanOrEqual(MOST)
}
