/** What is wrong with a protocol file, at its place, with a way out. */

export interface FileProblem {
  /** From 1. */
  line: number
  /** From 1, in UTF-16 units. */
  column: number
  message: string
  /** What the author can do. */
  fix: string
}

/** "line 3, column 5". */
export const placeText = ({ line, column }: Pick<FileProblem, 'line' | 'column'>): string =>
  `line ${line}, column ${column}`

/** Where something stands in the value of a file: keys of mappings and places in lists. */
export type Path = readonly (string | number)[]

/** A problem before its line is looked up. */
export interface PathProblem {
  path: Path
  /** Is it about the key at the end of the path, or about what stands behind it? */
  at: 'key' | 'value'
  /** Where in a text it is, in UTF-16 units, such as in an expression. */
  offset?: number
  message: string
  fix: string
  /** What was most likely meant: the rest of the file is checked as if it stood there. */
  meant?: string
  /** The word that is missing in what stands at the path. */
  missing?: string
}

/** The path of a field as problems of records name it, such as `sentences[0].verdict`. A key that holds such signs itself leads to what stands before it. */
export const pathOfField = (field: string): Path =>
  [...field.matchAll(/[^.[\]]+|\[(\d+)\]/g)].map(([name, place]) => (place === undefined ? name : Number(place)))

/** The problems in the order of the file, each once. */
export function inFileOrder(problems: readonly FileProblem[]): FileProblem[] {
  const seenProblems = new Set<string>()
  return problems
    .toSorted((one, other) => one.line - other.line || one.column - other.column)
    .filter(({ line, column, message }) => {
      const identity = `${line}:${column} ${message}`
      if (seenProblems.has(identity)) return false
      seenProblems.add(identity)
      return true
    })
}

const LONGEST_COMPARED = 64

/** The name that was most likely meant, or null where none is near: at most a third of its letters differ. */
export function nearest(name: string, candidates: Iterable<string>): string | null {
  if (name.length > LONGEST_COMPARED) return null
  let best: { name: string; distance: number } | null = null
  for (const candidate of candidates) {
    if (candidate.length > LONGEST_COMPARED) continue
    const distance = letterDistance(name.toLowerCase(), candidate.toLowerCase())
    const isNear = distance <= Math.max(1, Math.floor(Math.max(name.length, candidate.length) / 3))
    if (isNear && (best === null || distance < best.distance)) best = { name: candidate, distance }
  }
  return best?.name ?? null
}

const MOST_LISTED = 24

/** "Did you mean "title"?", or all that there is. */
export function suggestion(name: string, candidates: readonly string[], what: string): string {
  const nearestName = nearest(name, candidates)
  if (nearestName !== null) return `Did you mean "${nearestName}"?`
  if (candidates.length === 0) return `There is no ${what} here.`
  const listed = candidates.slice(0, MOST_LISTED).join(', ')
  return `Known here: ${listed}${candidates.length > MOST_LISTED ? ', …' : ''}.`
}

/** Letters to insert, take out, replace or swap with their neighbour, to make one name of the other. */
function letterDistance(one: string, other: string): number {
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]
      row.push(
        Math.min(
          (last[j] ?? 0) + 1,
          (row[j - 1] ?? 0) + 1,
          (last[j - 1] ?? 0) + (isSame ? 0 : 1),
          isSwapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = last
    last = row
  }
  return last[other.length] ?? 0
}
