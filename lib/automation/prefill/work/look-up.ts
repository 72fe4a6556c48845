/** What a step looks up for one item: searches, asked once a day by the same words and logged with what they found; pages; passages. */
import 'server-only'
import { z } from 'zod'
import type { Prisma } from '@/generated/prisma/client'
import { hitSchema } from '@/lib/automation/evidence/contract'
import { corpusPort } from '@/lib/automation/evidence/corpus/corpus-port'
import { RUNS, readPage } from '@/lib/automation/evidence/read-page'
import { currentModels } from '@/lib/automation/llm/ports'
import type { Call, Caller, Pay } from '@/lib/automation/prefill/ledger/call'
import { type EmbeddingMeans, embedTexts } from '@/lib/automation/prefill/ledger/embed-texts'
import { CORPUS } from '@/lib/automation/prefill/searches'
import type { SearchPort } from '@/lib/automation/search/port'
import { searchPort } from '@/lib/automation/search/searches'
import { prisma } from '@/lib/platform/server/db'
import { type Hit, type Page, type Ranked, StepFailure } from '@/lib/protocols/prefill'
import type { Json } from '@/lib/protocols/protocol'
import { cosine, rankPassages } from '@/lib/text/rank-passages'

/** Results asked for at once. */
const MOST_HITS = 10

interface SearchContext {
  /** As in the run's plan; null where the run was planned without. */
  search: string | null
  caller: Caller
  taskId: string | null
  pay: Pay
}

/** Searches where the run searches. The project's own documents cost nothing and change, so they are asked every time. */
export async function searchFor(query: string, context: SearchContext): Promise<readonly Hit[]> {
  const { search, caller, pay } = context
  if (search === null) throw new StepFailure('bad_request', 'The run was planned without a search. Start another.')
  const hits =
    search === CORPUS
      ? await searchCorpus(query, caller)
      : (await pay(searchCall(query, await searchPort(search)))).value
  await logSearch(query, search, hits, context)
  return hits
}

function searchCorpus(query: string, { projectId, signal, limits }: Caller): Promise<Hit[]> {
  return corpusPort(projectId).search(
    { query, asOf: null, most: MOST_HITS },
    { key: '', signal, timeoutMs: limits.callMs },
  )
}

const keptHits = z.array(hitSchema.partial({ documentId: true, publishedAt: true }))

function searchCall(query: string, port: SearchPort): Call<Hit[]> {
  return {
    kind: 'search',
    provider: port.id,
    model: null,
    worstMicro: 0,
    // What was found yesterday may not be what is found today.
    scope: { day: new Date().toISOString().slice(0, 10) },
    request: { query, asOf: null, most: MOST_HITS },
    async send(options) {
      const hits = await port.search({ query, asOf: null, most: MOST_HITS }, options)
      return { value: hits, kept: asJson(hits), inputTokens: 0, outputTokens: 0, costMicro: 0 }
    },
    read: (storedHits) =>
      keptHits.parse(storedHits).map(({ documentId, ...hit }) => (documentId ? { ...hit, documentId } : hit)),
    isBad: () => false,
  }
}

const asJson = (hits: readonly Hit[]): Json => z.json().parse(JSON.parse(JSON.stringify(hits)))

/** A search of an item is logged once, however often a worker had to begin anew; trials are nobody's work. */
async function logSearch(
  query: string,
  provider: string,
  hits: readonly Hit[],
  { caller: { projectId, runItemId }, taskId }: SearchContext,
): Promise<void> {
  if (runItemId === null) return
  const existingRecord = await prisma().searchRecord.findFirst({
    where: { projectId, taskId, runItemId, provider, query },
  })
  if (existingRecord) return
  const results = asJson(hits) as Prisma.InputJsonValue
  await prisma().searchRecord.create({ data: { projectId, taskId, runItemId, provider, query, results } })
}

/** The readable text of a hit: the document of the corpus, or the page as it was kept today. */
export async function readHit(hit: Hit, { projectId, signal }: Caller): Promise<Page> {
  if (!hit.documentId) {
    const { url, title, text, snapshotId, fetchedAt } = await readPage(hit.url, { reader: RUNS, signal })
    return { url, title, text, snapshotId, fetchedAt }
  }
  const document = await prisma().corpusDocument.findFirst({ where: { id: hit.documentId, projectId } })
  if (!document) throw new StepFailure('page_failed', 'The document is not in the corpus any more. Import it again.')
  const { title, text, createdAt } = document
  return { url: hit.url, title, text, snapshotId: null, fetchedAt: createdAt.toISOString() }
}

/** The passages best for the query, by words and, where the endpoint has embeddings, by meaning. */
export async function rankBoth(
  query: string,
  passages: readonly string[],
  most: number,
  means: EmbeddingMeans,
): Promise<readonly Ranked[]> {
  const similarities = passages.length > 0 ? await similaritiesOf(query, passages, means) : undefined
  return rankPassages(query, passages, { most, ...(similarities ? { similarities } : {}) })
}

async function similaritiesOf(
  query: string,
  passages: readonly string[],
  means: EmbeddingMeans,
): Promise<number[] | undefined> {
  const models = await currentModels()
  const model = models.settings.embedding
  if (model === null || !models.port?.embed) return undefined
  try {
    const [asked, ...measured] = await embedTexts(models, model, [query, ...passages], means)
    return asked ? measured.map((vector) => cosine(asked, vector)) : undefined
  } catch (error) {
    // An endpoint that knows no such model: words alone rank as well as they do without one.
    if (error instanceof StepFailure && error.code === 'bad_request') return undefined
    throw error
  }
}
