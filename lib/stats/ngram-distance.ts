import { StatsInputError } from './stats-input-error'

/** Stands before the text; no code point of any text is equal to it. */
const PADDING = null

type Padded = readonly (string | null)[]

/**
 * Kondrak's n-gram distance from 0 to 1: an edit distance whose units are the n-grams that end at each code point, where
 * replacing one by another costs the share of their positions that differ, positions that are padding in both left out;
 * divided by the length of the longer text. Kondrak 2005, SPIRE, LNCS 3772:115. A text shorter than n: 1 - equal
 * positions / length of the longer. Two empty texts: 0.
 * @throws StatsInputError unless n is a whole number from 1.
 */
export function ngramDistance(a: string, b: string, n = 2): { readonly value: number } {
  if (!Number.isInteger(n) || n < 1) throw new StatsInputError('invalid-option', `There are no n-grams of ${n}`)
  const [from, to] = [Array.from(a), Array.from(b)]
  const longest = Math.max(from.length, to.length)
  if (longest === 0) return { value: 0 }
  if (Math.min(from.length, to.length) < n) {
    return { value: 1 - from.filter((point, index) => point === to[index]).length / longest }
  }
  return { value: editCost(padded(from, n), padded(to, n), n) / longest }
}

function padded(points: readonly string[], n: number): Padded {
  return [...Array.from({ length: n - 1 }, () => PADDING), ...points]
}

/** The cheapest way from one row of n-grams to the other; one row of the table at a time. */
function editCost(from: Padded, to: Padded, n: number): number {
  const columns = to.length - n + 1
  let previous = Float64Array.from({ length: columns + 1 }, (_, column) => column)
  let current = new Float64Array(columns + 1)
  for (let row = 1; row <= from.length - n + 1; row++) {
    current[0] = row
    for (let column = 1; column <= columns; column++) {
      const replaced = (previous[column - 1] ?? 0) + replacementCost(from, row - 1, to, column - 1, n)
      current[column] = Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1)
    }
    ;[previous, current] = [current, previous]
  }
  return previous[columns] ?? 0
}

function replacementCost(from: Padded, fromStart: number, to: Padded, toStart: number, n: number): number {
  let different = 0
  let counted = n
  for (let position = 0; position < n; position++) {
    const point = from[fromStart + position]
    if (point !== to[toStart + position]) different++
    else if (point === PADDING) counted--
  }
  return different / counted
}
