/** What is searched for: texts as one types them, each once. */
import { keyTerms } from '@/lib/protocols/rules/words'
import { codePointSlice } from '@/lib/text/code-points'
import { comparableText, foldText, similarityOf } from '@/lib/text/text-similarity'

const LONGEST_QUERY = 300
const FEWEST_TERMS = 3

/** On one line, and no longer than searches take. */
export const asQuery = (text: string) => codePointSlice(text.replace(/\s+/g, ' ').trim(), 0, LONGEST_QUERY)

/** The queries that are less alike than `below` to each one kept before them. */
export function withoutNearDuplicates(queries: readonly string[], below: number): string[] {
  const keptQueries: ReturnType<typeof comparableText>[] = []
  return queries.filter((query) => {
    const comparableQuery = comparableText(query)
    if (
      comparableQuery.folded === '' ||
      keptQueries.some(
        (other) => other.folded === comparableQuery.folded || similarityOf(comparableQuery, other) >= below,
      )
    )
      return false
    keptQueries.push(comparableQuery)
    return true
  })
}

/** The text itself, and its key words where there are enough of them. */
export function queriesByRules(text: string): string[] {
  const terms = keyTerms(text)
  const query = asQuery(text)
  const short = asQuery(terms.join(' '))
  return terms.length >= FEWEST_TERMS && foldText(short) !== foldText(query) ? [query, short] : [query]
}
