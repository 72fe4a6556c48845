/** Searches and pages of a step: searched once a day by the same words, logged as what they found. */
import 'server-only'
import { z } from 'zod'
import type { Prisma } from '@/generated/prisma/client'
import { hitSchema } from '@/lib/automation/evidence/contract'
import { corpusPort } from '@/lib/automation/evidence/corpus/corpus-port'
import { RUNS, readPage } from '@/lib/automation/evidence/read-page'
import type { Call, Caller } from '@/lib/automation/prefill/ledger/call'
import { CORPUS } from '@/lib/automation/prefill/searches'
import type { SearchPort } from '@/lib/automation/search/port'
import { searchPort } from '@/lib/automation/search/searches'
import { prisma } from '@/lib/platform/server/db'
import { type Hit, type Page, StepFailure } from '@/lib/protocols/prefill'
import type { Json } from '@/lib/protocols/protocol'
import type { Pay } from './pay'

/** Results asked for at once. */
const MOST_HITS = 10

interface Searching {
  /** As in the run's plan; null where the run was planned without. */
  search: string | null
  caller: Caller
  taskId: string | null
  pay: Pay
}

/** Searches where the run searches. The project's own documents cost nothing and change, so they are asked every time. */
export async function searchFor(query: string, searching: Searching): Promise<readonly Hit[]> {
  const { search, caller, pay } = searching
  if (search === null) throw new StepFailure('bad_request', 'The run was planned without a search. Start another.')
  const hits =
    search === CORPUS ? await searchCorpus(query, caller) : (await pay(searchCall(query, searchPort(search)))).value
  await logSearch(query, search, hits, searching)
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
    read: (kept) => keptHits.parse(kept).map(({ documentId, ...hit }) => (documentId ? { ...hit, documentId } : hit)),
    isBad: () => false,
  }
}

const asJson = (hits: readonly Hit[]): Json => z.json().parse(JSON.parse(JSON.stringify(hits)))

/** A search of an item is logged once, however often a worker had to begin anew; trials are nobody's work. */
async function logSearch(
  query: string,
  provider: string,
  hits: readonly Hit[],
  { caller: { projectId, runItemId }, taskId }: Searching,
): Promise<void> {
  if (runItemId === null) return
  const known = await prisma().searchRecord.findFirst({ where: { projectId, taskId, runItemId, provider, query } })
  if (known) return
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
