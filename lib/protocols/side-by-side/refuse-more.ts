import { StepFailure } from '@/lib/protocols/prefill'

/** Throws StepFailure `rejected` where what runs made has no place beside what other methods made; `why` has these by name. */
export function refuseMore(
  existing: readonly { method: string }[],
  made: readonly { method: string }[],
  most: number,
  why: (others: readonly string[]) => string,
): void {
  const others = existing.map(({ method }) => method).filter((name) => made.every(({ method }) => method !== name))
  if (others.length + made.length > most) throw new StepFailure('rejected', why(others))
}
