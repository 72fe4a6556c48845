/** The content with search results that runs found. Nothing that is there moves: results are numbered by their place. */
import { z } from 'zod'
import { foundIn, withNewEntries } from '@/lib/protocols/prefilling/found-entries'
import type { Json } from '@/lib/protocols/protocol'
import { contentOf, MOST_RESULTS, type SearchResult } from '@/lib/protocols/veriscore-verification/content'

const found = z.object({ title: z.string(), snippet: z.string(), link: z.string().nullable() })

/** A result as evidence of a run. */
export const asResult = ({ title, snippet, link }: SearchResult): Json => ({ title, snippet, link })

/** What is no result is left out, and so is what is there already, and what comes after the tenth. */
export function withEvidence(content: Json, evidence: readonly Json[]): Json {
  const typed = contentOf(content)
  const results: readonly SearchResult[] = typed.results
  return { ...typed, results: withNewEntries(results, foundIn(evidence, found), isSame).slice(0, MOST_RESULTS) }
}

const isSame = (one: SearchResult, other: SearchResult): boolean =>
  one.link !== null && other.link !== null
    ? one.link === other.link
    : one.title === other.title && one.snippet === other.snippet
