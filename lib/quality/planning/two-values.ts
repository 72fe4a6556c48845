/** Agreement on one value against all others, by the statistics that a project's measures have. Pure. */
import { statisticsNamed } from '@/lib/quality/agreement/measures'
import { type MeasureScale, type Pattern, sampleOf } from '@/lib/quality/agreement/samples'

export const TWO_VALUES: MeasureScale = {
  level: 'nominal',
  categories: ['other', 'value'].map((value) => ({ value, text: value })),
}

/** Of counts of units by how many of `raters` people gave the value, from none to all: the figure, or null where it is undefined. */
export function measureSampleOf(figure: 'alpha' | 'percent', raters: number): (counts: Float64Array) => number | null {
  const patterns: Pattern[] = Array.from({ length: raters + 1 }, (_, positives) => ({
    raters: Array.from({ length: raters }, (__, rater) => rater),
    codes: Array.from({ length: raters }, (__, rater) => Number(rater < positives)),
    units: 1,
  }))
  const { drawable, placesOf } = sampleOf(TWO_VALUES, patterns, { pairs: false, raters: false })
  const rowOf = placesOf.map(([row = 0]) => row)
  const statistic = statisticsNamed(TWO_VALUES, [figure]).get(figure)
  return (counts) => {
    drawable.times.fill(0)
    for (let positives = 0; positives <= raters; positives++)
      drawable.times[rowOf[positives] ?? 0] = counts[positives] ?? 0
    return statistic?.(drawable.drawn).value ?? null
  }
}
