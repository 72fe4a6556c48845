/**
 * Insertions, deletions and replacements that turn one row of code points into the other.
 * Levenshtein 1966, 32 rows of the table of Wagner & Fischer at a time, a bit each: Myers 1999, J. ACM 46:395, in the
 * form of Hyyrö 2003, for patterns of any length.
 */
export function editDistance(from: Int32Array, to: Int32Array): number {
  let above = new Int8Array(to.length).fill(1)
  for (let start = 0; start < from.length; start += 32) {
    above = addRows(from.subarray(start, start + 32), to, above)
  }
  return above.reduce((sum, step) => sum + step, from.length)
}

/**
 * Adds up to 32 rows to the table: `above` holds the steps (-1, 0, 1) between neighbouring columns of the row above
 * them, the result those of the last of them.
 */
function addRows(rows: Int32Array, to: Int32Array, above: Int8Array): Int8Array<ArrayBuffer> {
  const equalTo = new Map<number, number>()
  for (const [row, point] of rows.entries()) equalTo.set(point, (equalTo.get(point) ?? 0) | (1 << row))
  const lastRow = 1 << (rows.length - 1)
  const below = new Int8Array(to.length)
  // Bits of the rows where the column's value is one more, or one less, than in the row above.
  let more = -1
  let less = 0
  to.forEach((point, column) => {
    const entering = above[column] ?? 0
    const equal = equalTo.get(point) ?? 0
    const equalOrEntering = entering < 0 ? equal | 1 : equal
    const zeroDiagonal = (((equalOrEntering & more) + more) ^ more) | equalOrEntering | less
    let rightMore = less | ~(zeroDiagonal | more)
    let rightLess = more & zeroDiagonal
    below[column] = rightMore & lastRow ? 1 : rightLess & lastRow ? -1 : 0
    rightMore = (rightMore << 1) | (entering > 0 ? 1 : 0)
    rightLess = (rightLess << 1) | (entering < 0 ? 1 : 0)
    more = rightLess | ~(zeroDiagonal | rightMore)
    less = rightMore & zeroDiagonal
  })
  return below
}
