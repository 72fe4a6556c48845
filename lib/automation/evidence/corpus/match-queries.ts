/** A word of a query as the text of a tsquery, and how many passages have it, counted up to `COMMON` + 1. */
export interface WordCount {
  query: string
  count: number
}

/** A word in more passages than this finds too much to be ranked. */
export const COMMON = 1500
/** Passages ranked by PostgreSQL at most: ranking reads each of them, which bounds what a search costs. */
export const MATCHES = 5000

/**
 * What candidates have to match, as texts of tsqueries, to be tried until one finds something. Any of the rare
 * words of the query, or else any word; where all are common, all at once, or else any. Common words still count when
 * candidates are ranked.
 */
export function matchQueries(words: readonly WordCount[]): string[] {
  const there = words.filter(({ count }) => count > 0).sort((a, b) => a.count - b.count)
  const rare = there.filter(({ count }) => count <= COMMON)
  if (rare.length === 0) return there.length > 0 ? [join(there, ' & '), join(there, ' | ')] : []
  let sum = 0
  const few = rare.filter(({ count }) => {
    sum += count
    return sum <= MATCHES
  })
  return few.length === there.length ? [join(few, ' | ')] : [join(few, ' | '), join(there, ' | ')]
}

const join = (words: readonly WordCount[], operator: string) => words.map(({ query }) => `(${query})`).join(operator)
