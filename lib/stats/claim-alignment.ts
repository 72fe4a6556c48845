import { type SetScores, setScores } from './set-scores'
import { StatsInputError } from './stats-input-error'

/** Indexes of two claims that stand for each other. */
export type ClaimPair = [left: number, right: number]

/**
 * The one-to-one matching with the largest total similarity among the pairs that reach `threshold`; the others are
 * removed first. Rows are the claims of the left list, columns those of the right; pairs come in the left list's order,
 * and of equally good matchings usually the one that keeps the order.
 * Hungarian algorithm with potentials, O(n³): Kuhn 1955, Naval Res. Logist. 2:83; Jonker & Volgenant 1987, Computing 38:325.
 * @throws StatsInputError for rows of different length or a similarity or threshold that is not a number.
 */
export function matchClaims(similarity: readonly (readonly number[])[], threshold: number): ClaimPair[] {
  checkSimilarity(similarity, threshold)
  const columns = similarity[0]?.length ?? 0
  const size = Math.max(similarity.length, columns)
  const gain = (left: number, right: number): number | null => {
    const value = similarity[left]?.[right]
    return value !== undefined && value >= threshold ? value : null
  }
  // A removed pair, and a claim without a partner, gain nothing: the same as staying alone.
  const cost = (left: number, right: number) => -Math.max(0, gain(left, right) ?? 0)
  return assign(size, cost)
    .map((right, left): ClaimPair => [left, right])
    .filter(([left, right]) => (gain(left, right) ?? -1) >= 0)
}

/** Precision is the share of the right list that has a partner, recall that of the left list. */
export interface ClaimAlignment extends SetScores {
  readonly pairs: readonly ClaimPair[]
  /** Sum of the pairs' similarities. */
  readonly total: number
}

/**
 * How far two lists of claims cover each other: the best matching, P = pairs / right, R = pairs / left, and their
 * harmonic mean. Two empty lists agree (all 1), an empty and another do not (all 0). `rightCount` is needed only when
 * the left list is empty, so that the table has no columns to count.
 * @throws StatsInputError as `matchClaims`.
 */
export function claimAlignment(
  similarity: readonly (readonly number[])[],
  options: { readonly threshold: number; readonly rightCount?: number | undefined },
): ClaimAlignment {
  const pairs = matchClaims(similarity, options.threshold)
  const leftCount = similarity.length
  const rightCount = similarity[0]?.length ?? options.rightCount ?? 0
  const total = pairs.reduce((sum, [left, right]) => sum + (similarity[left]?.[right] ?? 0), 0)
  return { pairs, total, ...setScores(pairs.length, leftCount, rightCount) }
}

function checkSimilarity(similarity: readonly (readonly number[])[], threshold: number): void {
  if (Number.isNaN(threshold)) throw new StatsInputError('invalid-option', 'The threshold is not a number')
  similarity.forEach((row, left) => {
    if (row.length !== similarity[0]?.length) {
      throw new StatsInputError('ragged-units', `Row ${left} has ${row.length} columns`)
    }
    if (!row.every(Number.isFinite)) throw new StatsInputError('not-a-number', `Row ${left} holds no number`)
  })
}

/** State of the search: row and column potentials, and the row each column is given to. All indexes from 1, 0 is none. */
interface Search {
  readonly size: number
  readonly cost: (row: number, column: number) => number
  readonly rowPotential: Float64Array
  readonly columnPotential: Float64Array
  readonly rowOf: Int32Array
}

/** The column of each row, in the assignment of all rows to all columns that costs least. */
function assign(size: number, cost: Search['cost']): number[] {
  const search: Search = {
    size,
    cost,
    rowPotential: new Float64Array(size + 1),
    columnPotential: new Float64Array(size + 1),
    rowOf: new Int32Array(size + 1),
  }
  for (let row = 1; row <= size; row++) addRow(search, row)
  const columnOf = Array.from({ length: size }, () => 0)
  for (let column = 1; column <= size; column++) columnOf[(search.rowOf[column] ?? 0) - 1] = column - 1
  return columnOf
}

/** Gives `row` a column along the shortest augmenting path, moving rows that were placed before where that costs less. */
function addRow(search: Search, row: number): void {
  const { size, rowOf } = search
  const slack = new Float64Array(size + 1).fill(Number.POSITIVE_INFINITY)
  const cameFrom = new Int32Array(size + 1)
  const seenColumns = new Uint8Array(size + 1)
  rowOf[0] = row
  let column = 0
  do {
    seenColumns[column] = 1
    column = nextColumn(search, column, slack, cameFrom, seenColumns)
  } while (rowOf[column] !== 0)
  while (column !== 0) {
    const previous = cameFrom[column] ?? 0
    rowOf[column] = rowOf[previous] ?? 0
    column = previous
  }
}

/** The nearest column not seen yet, with the potentials moved so that reaching it costs nothing. */
function nextColumn(
  search: Search,
  from: number,
  slack: Float64Array,
  cameFrom: Int32Array,
  seenColumns: Uint8Array,
): number {
  const { size, cost, rowPotential, columnPotential, rowOf } = search
  const row = rowOf[from] ?? 0
  let nearest = 0
  let step = Number.POSITIVE_INFINITY
  for (let column = 1; column <= size; column++) {
    if (seenColumns[column]) continue
    const reduced = cost(row - 1, column - 1) - (rowPotential[row] ?? 0) - (columnPotential[column] ?? 0)
    if (reduced < (slack[column] ?? 0)) {
      slack[column] = reduced
      cameFrom[column] = from
    }
    if ((slack[column] ?? 0) < step) {
      step = slack[column] ?? 0
      nearest = column
    }
  }
  for (let column = 0; column <= size; column++) {
    if (seenColumns[column]) {
      const placed = rowOf[column] ?? 0
      rowPotential[placed] = (rowPotential[placed] ?? 0) + step
      columnPotential[column] = (columnPotential[column] ?? 0) - step
    } else slack[column] = (slack[column] ?? 0) - step
  }
  return nearest
}
