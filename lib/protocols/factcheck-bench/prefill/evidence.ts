import { z } from 'zod'
import { isCheckedClaim } from '@/lib/protocols/factcheck-bench/unit-data'
import type { PrefillStep, Ranked, StepTools } from '@/lib/protocols/prefill'
import type { Json, UnitDraft } from '@/lib/protocols/protocol'
import { toCodePointOffset } from '@/lib/text/code-points'
import { NEAR_DUPLICATE_THRESHOLD } from '@/lib/text/near-duplicates'
import { textSimilarity } from '@/lib/text/text-similarity'
import { doEach } from './asking'
import { count } from './parameters'
import { queriesFor } from './queries'
import { type Result, sourceReader } from './sources'
import { overlaps, type Window } from './windows'

/* Which passages become a claim's evidence: the best of each query, taken in turn, each of them once. */

export interface Candidate extends Result {
  window: Window
}

interface Chosen extends Candidate {
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
    const known = chosen.find((each) => isSame(each, wanted))
    if (known) {
      if (!known.queries.includes(query)) known.queries.push(query)
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

const parameters = z.object({
  hits: count(1, 50, 10, 'Results a query', 'How many results of each search are looked at.'),
  pages: count(
    0,
    20,
    5,
    'Pages a query',
    'How many of them are read in full; 0 reads none and keeps to the summaries.',
  ),
  summaries: z.boolean().default(true).meta({
    title: 'Summaries',
    description: 'Takes the summary from the list of results where the page is not read.',
  }),
  size: count(
    1,
    20,
    5,
    'Sentences in a passage',
    'A window slides over each page; this is how many sentences it holds.',
  ),
  stride: count(1, 20, 2, 'Step of the window', 'How many sentences the window moves on at a time.'),
  longestSentence: count(
    50,
    5_000,
    250,
    'Longest sentence',
    'In characters; anything longer is taken for a menu or a table and left out.',
  ),
  longestPage: count(1_000, 500_000, 200_000, 'Longest page', 'In characters; the rest is not looked at.'),
  perPage: count(
    1,
    10,
    3,
    'Passages of a page',
    'How many passages of one page are kept at most; they do not overlap.',
  ),
  perQuery: count(1, 20, 5, 'Passages a query', 'How many of the best are kept for each query.'),
  most: count(1, 20, 5, 'Passages a claim', 'How many become evidence; one of each query is taken in turn.'),
})
type Parameters = z.output<typeof parameters>

/** Passages for each claim, kept as evidence. */
export const evidenceStep: PrefillStep = {
  key: 'evidence',
  title: 'Evidence',
  summary:
    'Searches for each query, reads the pages, and keeps the passages that fit best, from different queries and pages. Without queries it searches for the claim itself.',
  stage: 'verify',
  methods: ['rules'],
  uses: ['search', 'pages', 'embeddings'],
  after: [],
  parameters,
  prompts: [],
  async run(input, tools, settings) {
    const wanted = parameters.parse(settings.parameters)
    const reader = sourceReader(tools, wanted)
    const claims = input.units.filter(isCheckedClaim)
    const { results, problems } = await doEach(claims, async (claim) => {
      const chosen = await passagesFor(queriesFor(input, claim), tools, reader, wanted)
      return { claim, chosen }
    })
    const evidence = results
      .filter(({ chosen }) => chosen.length > 0)
      .map(({ claim, chosen }) => asEvidence(claim, chosen))
    const passages = Object.fromEntries(results.map(({ claim, chosen }) => [claim.key, chosen.length]))
    return { evidence, note: { passages, unread: [...reader.unread], problems } }
  },
}

type Reader = ReturnType<typeof sourceReader>

async function passagesFor(queries: readonly string[], tools: StepTools, reader: Reader, wanted: Parameters) {
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
  return takeInTurn(lists, wanted.most)
}

/** In the shape of the content's own evidence. */
function asEvidence(claim: UnitDraft, chosen: readonly Chosen[]): Json {
  return { sentence: claim.parent ?? '', claim: claim.text.trim(), passages: chosen.map(asPassage) }
}

function asPassage({ source, window, rank, queries }: Chosen): Json {
  const place =
    source.kind === 'summary'
      ? { start: null, end: null }
      : { start: toCodePointOffset(source.text, window.start), end: toCodePointOffset(source.text, window.end) }
  const found = {
    queries,
    rank,
    title: source.title,
    source: source.kind,
    snapshot: source.snapshot,
    ...place,
    readAt: source.readAt,
  }
  return { quote: window.text, url: source.url, query: queries[0] ?? null, found }
}
