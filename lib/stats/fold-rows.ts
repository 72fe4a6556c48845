/** Finds the distinct rows of a table of codes: `q` categories, `raters` codes a row. */
export function foldRows(flat: Int32Array, raters: number, q: number, units: number) {
  const base = q + 1
  const fitsNumber = base ** raters <= Number.MAX_SAFE_INTEGER
  const rowOfKey = new Map<number | string, number>()
  const rowOf = new Int32Array(units)
  const codes: number[] = []
  for (let unit = 0; unit < units; unit++) {
    const row = flat.subarray(unit * raters, (unit + 1) * raters)
    const key = fitsNumber ? row.reduce((sum, code) => sum * base + code + 1, 0) : row.join()
    let index = rowOfKey.get(key)
    if (index === undefined) {
      index = rowOfKey.size
      rowOfKey.set(key, index)
      for (const code of row) codes.push(code)
    }
    rowOf[unit] = index
  }
  return { rowOf, codes: Int32Array.from(codes), rows: rowOfKey.size }
}

/** Adds up amounts by row. */
export function sumByRow(amounts: Float64Array, rowOf: Int32Array, rows: number): Float64Array {
  const sums = new Float64Array(rows)
  rowOf.forEach((row, index) => {
    sums[row] = (sums[row] ?? 0) + (amounts[index] ?? 0)
  })
  return sums
}
