/** What a null part says: it has nothing to check, or nobody has labelled it yet. */
export type NullPart = 'not-applicable' | 'unknown'

/**
 * Rolls the labels of segments or sentences (true = factual, false = error) up to the response.
 * not-applicable (Factcheck-Bench "NA"): nulls are ignored; false if any error; null if nothing is left.
 * unknown: false if any error; else null if any part is null, or if there are none.
 * Source: the published labels of Factcheck-Bench (Wang et al. 2024) and FELM (Chen et al. 2023).
 */
export function responseFactual(parts: readonly (boolean | null)[], nullMeans: NullPart): boolean | null {
  if (parts.includes(false)) return false
  if (nullMeans === 'unknown' && parts.includes(null)) return null
  return parts.includes(true) ? true : null
}
