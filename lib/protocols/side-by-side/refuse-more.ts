import { StepFailure } from '@/lib/protocols/prefill'

interface Words {
  /** What was made, in the plural, and what of: "lists" from a "text". */
  made: string
  from: string
}

/** Throws StepFailure `rejected` where what runs made has no place beside what other methods made. */
export function refuseMore(
  existing: readonly { method: string }[],
  made: readonly { method: string }[],
  most: number,
  words: Words,
): void {
  const others = existing.map(({ method }) => method).filter((name) => made.every(({ method }) => method !== name))
  if (others.length + made.length <= most) return
  throw new StepFailure(
    'rejected',
    `The item has ${others.length} ${words.made} already (${others.join(', ')}); no more than ${most} stand side by side. Import the ${words.from} as a new item to compare others.`,
  )
}
