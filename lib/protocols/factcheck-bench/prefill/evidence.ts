import { z } from 'zod'
import { isCheckedClaim } from '@/lib/protocols/factcheck-bench/unit-data'
import type { PrefillStep } from '@/lib/protocols/prefill'
import { doEach } from '@/lib/protocols/prefilling/asking'
import { type Chosen, passagesFor } from '@/lib/protocols/prefilling/best-passages'
import { count } from '@/lib/protocols/prefilling/parameters'
import { sourceReader } from '@/lib/protocols/prefilling/sources'
import type { Json, UnitDraft } from '@/lib/protocols/protocol'
import { toCodePointOffset } from '@/lib/text/code-points'
import { queriesFor } from './queries'

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
      const { chosen } = await passagesFor(queriesFor(input, claim), tools, reader, wanted)
      return { claim, chosen }
    })
    const evidence = results
      .filter(({ chosen }) => chosen.length > 0)
      .map(({ claim, chosen }) => asEvidence(claim, chosen))
    const passages = Object.fromEntries(results.map(({ claim, chosen }) => [claim.key, chosen.length]))
    return { evidence, note: { passages, unread: [...reader.unread], problems } }
  },
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
