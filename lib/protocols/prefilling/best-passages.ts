/** Which passages of what searches found are kept: the best of each query, taken in turn, each of them once. */
import type { Ranked, StepTools } from '@/lib/protocols/prefill'
import { NEAR_DUPLICATE_THRESHOLD } from '@/lib/text/near-duplicates'
import { textSimilarity } from '@/lib/text/text-similarity'
import type { Result, sourceReader } from './sources'
import { overlaps, type Window } from './windows'

interface Candidate extends Result {
  window: Window
}

export interface Chosen extends Candidate {
  /** All that led to it, in the order in which they were asked. */
  queries: string[]
}

/** A query's passages, best first: of each page at most `perPage` that do not overlap. */
function bestOfQuery(
  ranked: readonly Ranked[],
  candidates: readonly Candidate[],
  { perPage, most }: { perPage: number; most: number },
): Candidate[] {
  const best: Candidate[] = []
  for (const { index } of ranked) {
    const candidate = candidates[index]
    if (!candidate || best.length >= most) continue
    const ofPage = best.filter(({ source }) => source.key === candidate.source.key)
    if (ofPage.length < perPage && !best.some((other) => isSame(other, candidate))) best.push(candidate)
  }
  return best
}

/**
 * One passage of each query in turn until there are `most`. A passage that another query found already counts for both
 * and takes nobody's turn.
 */
function takeInTurn(lists: readonly { query: string; passages: readonly Candidate[] }[], most: number): Chosen[] {
  const chosen: Chosen[] = []
  const left = lists.map(({ query, passages }) => ({ query, passages: [...passages] }))
  while (left.some(({ passages }) => passages.length > 0)) {
    for (const { query, passages } of left) takeNext(chosen, query, passages, most)
  }
  return chosen.map((each) => ({ ...each, queries: inOrder(each.queries, lists) }))
}

function takeNext(chosen: Chosen[], query: string, passages: Candidate[], most: number): void {
  for (let next = passages.shift(); next !== undefined; next = passages.shift()) {
    const wanted = next
    const samePassage = chosen.find((each) => isSame(each, wanted))
    if (samePassage) {
      if (!samePassage.queries.includes(query)) samePassage.queries.push(query)
    } else if (chosen.length < most) {
      chosen.push({ ...wanted, queries: [query] })
      return
    }
  }
}

const inOrder = (queries: readonly string[], lists: readonly { query: string }[]) =>
  lists.map(({ query }) => query).filter((query) => queries.includes(query))

/** The same stretch of the same page, or nearly the same words elsewhere. */
const isSame = (one: Candidate, other: Candidate): boolean =>
  one.source.key === other.source.key && one.source.kind === other.source.kind
    ? overlaps(one.window, other.window)
    : textSimilarity(one.window.text, other.window.text) >= NEAR_DUPLICATE_THRESHOLD

/** Ranked passages that are looked at for each one wanted: neighbours overlap, so most of the best fall out. */
const LOOKED_AT = 10

type Reader = ReturnType<typeof sourceReader>

interface Wanted {
  /** Results of a query that are looked at, and pages of them that are read. */
  hits: number
  pages: number
  /** Is the summary taken where a page is not read? */
  summaries: boolean
  /** Passages of a page and of a query, and of all together. */
  perPage: number
  perQuery: number
  most: number
}

/** The passages, with the queries that led to nothing that could be read. */
export async function passagesFor(
  queries: readonly string[],
  tools: Pick<StepTools, 'rank'>,
  reader: Reader,
  wanted: Wanted,
): Promise<{ chosen: Chosen[]; vain: string[] }> {
  const lists: { query: string; passages: Candidate[] }[] = []
  for (const query of queries) {
    const results = await reader.resultsFor(query, wanted)
    const candidates = results.flatMap((result): Candidate[] =>
      result.source.windows.map((window) => ({ ...result, window })),
    )
    const texts = candidates.map(({ window }) => window.text)
    const ranked = texts.length === 0 ? [] : await tools.rank(query, texts, wanted.perQuery * LOOKED_AT)
    lists.push({ query, passages: bestOfQuery(ranked, candidates, { perPage: wanted.perPage, most: wanted.perQuery }) })
  }
  const vain = lists.flatMap(({ query, passages }) => (passages.length === 0 ? [query] : []))
  return { chosen: takeInTurn(lists, wanted.most), vain }
}
