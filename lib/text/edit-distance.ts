/**
 * Insertions, deletions and replacements that turn one sequence into the other.
 * Levenshtein 1966; one row of the table of Wagner & Fischer 1974, J. ACM 21:168.
 */
export function editDistance(from: readonly string[], to: readonly string[]): number {
  const row = Int32Array.from({ length: to.length + 1 }, (_, index) => index)
  from.forEach((item, above) => {
    let diagonal = above
    row[0] = above + 1
    for (let column = 1; column <= to.length; column++) {
      const replaced = diagonal + (item === to[column - 1] ? 0 : 1)
      diagonal = row[column] ?? 0
      row[column] = Math.min(replaced, diagonal + 1, (row[column - 1] ?? 0) + 1)
    }
  })
  return row[to.length] ?? 0
}
