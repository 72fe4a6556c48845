import type { Share } from '@/lib/quality/rater-matrix/contract'
import { wilsonInterval } from '@/lib/stats/binomial-interval'

/** A share of independent choices with Wilson's limits. */
export function shareOf(count: number, of: number): Share {
  const { value, low, high } = wilsonInterval(count, of)
  return { count, of, share: value, low, high }
}
