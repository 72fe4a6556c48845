/** What a manager has written into the sampling plan, read. Pure. */
import { MOST_SEED } from '@/lib/gold/side-samples/rules'
import type { SamplingView } from '@/lib/gold/side-samples/sampling/contract'

export interface SamplingPlan {
  counts: Record<string, number>
  /** By set: what is wrong with what was written. */
  errors: Record<string, string>
  seed: number
  seedError: string | null
  /** How many items would be set aside. */
  going: number
  isFine: boolean
}

export function planOf(
  sets: SamplingView['sets'],
  drafts: Readonly<Record<string, string>>,
  seed: string,
): SamplingPlan {
  const counts: Record<string, number> = {}
  const errors: Record<string, string> = {}
  let going = 0
  for (const { set, items, begun } of sets) {
    const written = drafts[set]?.trim() ?? ''
    if (written === '') continue
    const count = Number(written)
    if (!Number.isInteger(count) || count < 0) errors[set] = 'Write a whole number, or leave it empty.'
    else {
      counts[set] = count
      going += Math.max(0, items - Math.max(count, begun))
    }
  }
  const number = Number(seed)
  const isSeed = seed.trim() !== '' && Number.isInteger(number) && number >= 0 && number <= MOST_SEED
  const seedError = isSeed ? null : 'Write a whole number from 0.'
  const isFine = isSeed && Object.keys(errors).length === 0
  return { counts, errors, seed: isSeed ? number : 1, seedError, going, isFine }
}
