import type { Estimate } from './result'

/**
 * Sums over the characters of one text or several, and over annotators. Of m annotators each pair of them counts 1 / (m - 1) times in
 * `values`, `agreeing` and `given`, so that of two annotators these are plain counts.
 */
export interface UnitizedSums {
  /** Characters times annotators. */
  readonly values: number
  /** Of these, those to which the other gave the same category. */
  readonly agreeing: number
  /** How often each category was given, unmarked among them. */
  readonly given: readonly number[]
  /**
   * By category, what a value could be paired with in its own unit: the squared lengths of the category's units, and of unmarked its
   * characters, since gaps are no units. Where it is `given`, alpha is that of single characters.
   */
  readonly within: readonly number[]
}

/**
 * Krippendorff's alpha for unitizing, of nominal categories (u-alpha): 1 - D_o / D_e, where chance pairs no unit with itself.
 * Krippendorff, Mathet, Bouvry & Widlöcher 2016, On the reliability of unitizing textual continua: Further developments, Quality & Quantity
 * 50(6):2347-2364; Krippendorff 2019, Content Analysis, 4th ed., 12.6, equations 32 to 34. With the categories marked and unmarked it is
 * the binary coefficient of equation 35. Undefined: no characters (`empty`), one category given only (`no-variation`).
 */
export function unitizingAlpha({ values, agreeing, given, within }: UnitizedSums): Estimate {
  if (values === 0) return { value: null, reason: 'empty' }
  const total = (numbers: readonly number[]) => numbers.reduce((sum, number) => sum + number, 0)
  if (given.filter((count) => count > 0).length < 2) return { value: null, reason: 'no-variation' }
  const alike = total(given.map((count, category) => count ** 2 - (within[category] ?? 0)))
  const expected = values - alike / (values - total(within) / values)
  return expected <= 0 ? { value: null, reason: 'no-variation' } : { value: 1 - (values - agreeing) / expected }
}
