/** How many lines or rows a piece of a file holds. Pure. */

/** Lines of a file of lines. */
export function linesIn(part: string): number {
  let lines = 0
  for (let newlineIndex = part.indexOf('\n'); newlineIndex >= 0; newlineIndex = part.indexOf('\n', newlineIndex + 1))
    lines++
  return lines
}

/** Counts the records of a CSV file below its heading; line breaks within quotes end none. */
export function csvRowCounter(): (part: string) => number {
  let quoted = false
  let heading = true
  return (part) => {
    let rows = 0
    for (const [mark] of part.matchAll(/["\n]/g)) {
      if (mark === '"') quoted = !quoted
      else if (!quoted) {
        rows += heading ? 0 : 1
        heading = false
      }
    }
    return rows
  }
}
