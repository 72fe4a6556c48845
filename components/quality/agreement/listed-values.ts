import type { Figures, MeasureHead } from '@/lib/quality/agreement/contract'

/** Of so many values that have distances all are shown, whether anybody gave them or not. */
const MOST_SHOWN = 8

/**
 * The values that tables of a measure have rows for, with their places among all of them. Of many values with distances, such as all the sets
 * that several values make, those that nobody gave are left out.
 */
export function listedValues(
  { categories, distances }: Pick<MeasureHead, 'categories' | 'distances'>,
  figures: Pick<Figures, 'categories'>,
): (MeasureHead['categories'][number] & { place: number })[] {
  const usedValues = new Set(figures.categories.filter(({ count }) => count > 0).map(({ value }) => value))
  return categories
    .map((category, place) => ({ ...category, place }))
    .filter(({ value }) => distances === null || categories.length <= MOST_SHOWN || usedValues.has(value))
}

export const leavesValuesOut = (
  measure: Pick<MeasureHead, 'categories' | 'distances'>,
  figures: Pick<Figures, 'categories'>,
): boolean => listedValues(measure, figures).length < measure.categories.length
