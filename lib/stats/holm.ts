/**
 * Holm's adjustment of p-values for as many tests as there are: p-values times the number of tests that are left, from the smallest on, never
 * falling and at most 1. Holm 1979, Scand. J. Stat. 6:65. In the order given.
 */
export function holm(pValues: readonly number[]): number[] {
  const order = pValues.map((_, index) => index).sort((a, b) => (pValues[a] ?? 0) - (pValues[b] ?? 0))
  const adjusted = new Array<number>(pValues.length).fill(1)
  let least = 0
  order.forEach((index, place) => {
    least = Math.max(least, Math.min(1, (pValues[index] ?? 1) * (pValues.length - place)))
    adjusted[index] = least
  })
  return adjusted
}
