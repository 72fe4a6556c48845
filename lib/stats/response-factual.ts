/** What a null segment says: it has nothing to check, or nobody has labelled it yet. */
export type NullSegment = 'not-applicable' | 'unknown'

/**
 * Rolls segment labels (true = factual, false = error) up to the response.
 * not-applicable (Factcheck-Bench "NA"): nulls are ignored; false if any error; null if nothing is left.
 * unknown: false if any error; else null if any segment is null, or if there are none.
 * Source: the published labels of Factcheck-Bench (Wang et al. 2024) and FELM (Chen et al. 2023).
 */
export function responseFactual(
  segments: readonly (boolean | null)[],
  nullMeans: NullSegment = 'not-applicable',
): boolean | null {
  if (segments.includes(false)) return false
  if (nullMeans === 'unknown' && segments.includes(null)) return null
  return segments.includes(true) ? true : null
}
