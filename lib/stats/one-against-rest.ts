import { type RatingTable, UNRATED } from './ratings'

/** Collapsed codes by the codes that they were made of: resamples share these and differ in `times` only. */
const collapsed = new WeakMap<Int32Array, Map<number, Int32Array>>()

/**
 * The same ratings with one category, by its code, against all others together, for figures that say which distinction
 * people do not share (Krippendorff 2013, Content Analysis, 12.4, reliability of single values).
 */
export function oneAgainstRest(ratings: RatingTable, category: number): RatingTable {
  const codesByCategory = collapsed.get(ratings.codes) ?? new Map<number, Int32Array>()
  collapsed.set(ratings.codes, codesByCategory)
  const codes =
    codesByCategory.get(category) ??
    ratings.codes.map((code) => (code === UNRATED ? UNRATED : code === category ? 0 : 1))
  codesByCategory.set(category, codes)
  return { ...ratings, categories: [true, false], codes }
}
