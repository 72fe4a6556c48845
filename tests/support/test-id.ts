/** The id number `n` of those that a test names. */
export const testId = (n: number) => `0193a0a0-0000-7000-8000-${String(n).padStart(12, '0')}`

let made = 1_000_000

/** An id that nothing else has, in this file or in another that shares its modules. */
export function newId(): string {
  made += 1
  return testId(made)
}
