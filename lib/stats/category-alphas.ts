import { type KrippendorffAlpha, krippendorffAlpha } from './krippendorff-alpha'
import { type RatingTable, UNRATED } from './ratings'

/**
 * For each category, in their order: Krippendorff's nominal alpha of that category against all others together, which
 * tells which distinction people do not share. Krippendorff 2013, Content Analysis, 12.4 (reliability of single values).
 * Undefined: as `krippendorffAlpha`; `no-variation` for a category that was never or always chosen.
 */
export function categoryAlphas(ratings: RatingTable): KrippendorffAlpha[] {
  return ratings.categories.map((_, category) => {
    const codes = ratings.codes.map((code) => (code === UNRATED ? UNRATED : code === category ? 0 : 1))
    return krippendorffAlpha({ ...ratings, categories: [true, false], codes }, { level: 'nominal' })
  })
}
