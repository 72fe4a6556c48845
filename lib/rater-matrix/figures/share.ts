import type { Share } from '@/lib/rater-matrix/contract'

/** The 97.5th percentile of the standard normal distribution. */
const Z = 1.959963984540054

/** A share of independent choices with Wilson's 95% limits. Wilson 1927, J. Am. Stat. Assoc. 22:209. */
export function shareOf(count: number, of: number): Share {
  if (of === 0) return { count, of, share: null, low: null, high: null }
  const share = count / of
  const centre = share + Z ** 2 / (2 * of)
  const spread = Z * Math.sqrt((share * (1 - share)) / of + Z ** 2 / (4 * of ** 2))
  const scale = 1 + Z ** 2 / of
  return { count, of, share, low: (centre - spread) / scale, high: (centre + spread) / scale }
}
