export interface EditDistance {
  /** Insertions, deletions and replacements of code points. */
  readonly value: number
  /** Divided by the length of the longer text; 0 for two empty texts. */
  readonly normalizedDistance: number
  readonly normalizedSimilarity: number
}

/**
 * Levenshtein's distance between two texts, counted in Unicode code points without normalisation.
 * Levenshtein 1966; two rows of the table of Wagner & Fischer 1974, J. ACM 21:168.
 */
export function levenshtein(a: string, b: string): EditDistance {
  const from = codePoints(a)
  const to = codePoints(b)
  const value = editDistance(from, to)
  const longest = Math.max(from.length, to.length)
  const normalizedDistance = longest === 0 ? 0 : value / longest
  return { value, normalizedDistance, normalizedSimilarity: 1 - normalizedDistance }
}

function codePoints(text: string): Int32Array {
  return Int32Array.from(Array.from(text), (character) => character.codePointAt(0) ?? 0)
}

/** Insertions, deletions and replacements between two lists of codes. */
export function editDistance(from: Int32Array, to: Int32Array): number {
  let start = 0
  while (start < from.length && start < to.length && from[start] === to[start]) start++
  let fromEnd = from.length
  let toEnd = to.length
  while (fromEnd > start && toEnd > start && from[fromEnd - 1] === to[toEnd - 1]) {
    fromEnd--
    toEnd--
  }
  return tableDistance(from.subarray(start, fromEnd), to.subarray(start, toEnd))
}

function tableDistance(from: Int32Array, to: Int32Array): number {
  let previous = Int32Array.from({ length: to.length + 1 }, (_, j) => j)
  let current = new Int32Array(to.length + 1)
  for (let i = 0; i < from.length; i++) {
    current[0] = i + 1
    for (let j = 0; j < to.length; j++) {
      const replaced = (previous[j] ?? 0) + (from[i] === to[j] ? 0 : 1)
      current[j + 1] = Math.min(replaced, (previous[j + 1] ?? 0) + 1, (current[j] ?? 0) + 1)
    }
    ;[previous, current] = [current, previous]
  }
  return previous[to.length] ?? 0
}
