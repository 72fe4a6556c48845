import type { EstimateView } from '@/lib/quality/agreement/contract'

/**
 * The highest lower end of an interval first: a high point with a wide interval says little. Without an interval the
 * figure comes after all that have one, without a value last; equal ones keep their order.
 */
export function orderByLower<T>(rows: readonly T[], estimateOf: (row: T) => EstimateView): T[] {
  const rank = (row: T): [number, number] => {
    const { value, interval } = estimateOf(row)
    if (interval) return [0, -interval.low]
    return value === null ? [2, 0] : [1, -value]
  }
  return rows.toSorted((one, other) => {
    const [a, b] = [rank(one), rank(other)]
    return a[0] - b[0] || a[1] - b[1]
  })
}
