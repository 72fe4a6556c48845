/** What a step can reach, for one item: everything is accounted for on the way. */
import 'server-only'
import { z } from 'zod'
import type { Prisma } from '@/generated/prisma/client'
import { hitSchema } from '@/lib/automation/evidence/contract'
import { corpusPort } from '@/lib/automation/evidence/corpus/corpus-port'
import { RUNS, readPage } from '@/lib/automation/evidence/read-page'
import { loadTokenCounter } from '@/lib/automation/llm/count-tokens'
import type { ChatAnswer, ChatRequest } from '@/lib/automation/llm/port'
import { modelPort, modelSettings } from '@/lib/automation/llm/ports'
import { costOf, embeddingCostOf, type Price, worstCostOf } from '@/lib/automation/llm/prices'
import { renderPrompt } from '@/lib/automation/llm/render-prompt'
import type { RunPlan } from '@/lib/automation/prefill/contract'
import type { Call, Caller, Paid } from '@/lib/automation/prefill/ledger/call'
import { performCall } from '@/lib/automation/prefill/ledger/perform-call'
import { CORPUS } from '@/lib/automation/prefill/searches'
import type { SearchPort } from '@/lib/automation/search/port'
import { searchPort } from '@/lib/automation/search/searches'
import { prisma } from '@/lib/platform/server/db'
import {
  type Asked,
  type FailureCode,
  type Hit,
  type Page,
  type Question,
  type Ranked,
  StepFailure,
  type StepTools,
} from '@/lib/protocols/prefill'
import type { Json } from '@/lib/protocols/protocol'
import { cosine, rankPassages } from '@/lib/text/rank-passages'
import { storableText } from '@/lib/text/storable'
import { answerSchema, badAnswer, chatCall, readValue } from './chat-call'
import type { Counts } from './counts'

/** Makes a call through the ledger, counted for the item. */
type Pay = <T>(call: Call<T>) => Promise<Paid<T>>

/* Searches and pages of a step: searched once a day by the same words, logged as what they found. */

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
async function searchFor(query: string, searching: Searching): Promise<readonly Hit[]> {
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
async function readHit(hit: Hit, { projectId, signal }: Caller): Promise<Page> {
  if (!hit.documentId) {
    const { url, title, text, snapshotId, fetchedAt } = await readPage(hit.url, { reader: RUNS, signal })
    return { url, title, text, snapshotId, fetchedAt }
  }
  const document = await prisma().corpusDocument.findFirst({ where: { id: hit.documentId, projectId } })
  if (!document) throw new StepFailure('page_failed', 'The document is not in the corpus any more. Import it again.')
  const { title, text, createdAt } = document
  return { url: hit.url, title, text, snapshotId: null, fetchedAt: createdAt.toISOString() }
}

interface Means {
  pay: Pay
  prices: readonly Price[]
  countTokens: (text: string) => number
}

/** Most texts of one call for embeddings. */
const BATCH = 100
/** Longer passages are measured by their beginning, in UTF-16 units: endpoints refuse long texts. */
const MEASURED = 8_000

/** The passages best for the query, by words and, where the endpoint has embeddings, by meaning. */
async function rankBoth(
  query: string,
  passages: readonly string[],
  most: number,
  means: Means,
): Promise<readonly Ranked[]> {
  const similarities = passages.length > 0 ? await similaritiesOf(query, passages, means) : undefined
  return rankPassages(query, passages, { most, ...(similarities ? { similarities } : {}) })
}

async function similaritiesOf(query: string, passages: readonly string[], means: Means): Promise<number[] | undefined> {
  const model = modelSettings().embedding
  if (model === null || !modelPort()?.embed) return undefined
  try {
    const vectors: number[][] = []
    const texts = [query, ...passages].map((text) => text.slice(0, MEASURED))
    for (let at = 0; at < texts.length; at += BATCH)
      vectors.push(...(await means.pay(embeddingCall(model, texts.slice(at, at + BATCH), means))).value)
    const [asked, ...measured] = vectors
    return asked ? measured.map((vector) => cosine(asked, vector)) : undefined
  } catch (error) {
    // An endpoint that knows no such model: words alone rank as well as they do without one.
    if (error instanceof StepFailure && error.code === 'bad_request') return undefined
    throw error
  }
}

const keptVectors = z.array(z.array(z.number()))

function embeddingCall(model: string, texts: string[], { prices, countTokens }: Means): Call<number[][]> {
  const port = modelPort()
  return {
    kind: 'embedding',
    provider: port?.id ?? 'openai',
    scope: { baseUrl: modelSettings().baseUrl },
    model,
    request: { texts },
    worstMicro: embeddingCostOf(prices, model, texts, countTokens).micro,
    async send(options) {
      if (!port?.embed) throw new StepFailure('bad_request', 'The endpoint has no embeddings.')
      const { vectors, inputTokens } = await port.embed(model, texts, options)
      const costMicro = costOf(prices, model, { inputTokens, outputTokens: 0 }).micro
      return { value: vectors, kept: vectors, inputTokens, outputTokens: 0, costMicro }
    },
    read: (kept) => keptVectors.parse(kept),
    isBad: () => false,
  }
}

/** A message as it went out, with what came back. */
export interface Exchange {
  step: string
  model: string
  system: string
  user: string
  outcome: string
  text: string
  cached: boolean
  costMicro: number
}

export interface ToolSettings {
  caller: Caller
  /** The task whose searches they are; null where they are nobody's. */
  taskId: string | null
  search: string | null
  prices: readonly Price[]
  counts: Counts
  onExchange?(exchange: Exchange): void
}

export type PlannedStep = RunPlan['steps'][number]

/** The tools for one step on one item. */
export async function toolsFor(step: PlannedStep, settings: ToolSettings): Promise<StepTools> {
  const countTokens = await loadTokenCounter()
  const { caller, taskId, search } = settings
  const pay = payer(settings)
  return {
    signal: caller.signal,
    countTokens,
    ask: (question) => ask(question, { step, settings, pay, countTokens }),
    search: (query) => searchFor(query, { search, caller, taskId, pay }),
    read: (hit) => readHit(hit, caller),
    rank: (query, passages, most) => rankBoth(query, passages, most, { pay, prices: settings.prices, countTokens }),
  }
}

/** What no step may take for one thing less. */
const FATAL: readonly FailureCode[] = ['budget', 'no_key', 'wrong_key', 'cancelled']

/** Makes calls through the ledger, and counts them for the item. */
const payer =
  ({ caller, counts }: ToolSettings): Pay =>
  async (call) => {
    const paid = await performCall(call, caller).catch((error: unknown) => {
      if (error instanceof StepFailure && FATAL.includes(error.code)) counts.fatal ??= error
      throw error
    })
    counts.calls += paid.sends
    if (paid.cached) counts.cachedCalls += 1
    counts.spentMicro += paid.costMicro
    return paid
  }

interface Asking {
  step: PlannedStep
  settings: ToolSettings
  pay: Pay
  countTokens: (text: string) => number
}

async function ask<T>(question: Question<T>, { step, settings, pay, countTokens }: Asking): Promise<Asked<T>> {
  if (step.model === null) throw noModel()
  const { system, user, hash } = renderPrompt(question.prompt, question.values)
  const request: ChatRequest = {
    model: step.model,
    system,
    user,
    maxTokens: question.maxTokens,
    temperature: question.temperature ?? 0,
    schema: answerSchema(question.prompt.name, question.answer),
    sample: question.sample ?? 0,
  }
  const { prices, counts } = settings
  const hasForm = (text: string) => readValue(question.answer, text) !== undefined
  const paid = await chat(request, { pay, prices, countTokens, hasForm })
  const { outcome, text } = paid.value
  const { cached, costMicro } = paid
  settings.onExchange?.({ step: step.key, model: step.model, system, user, outcome, text, cached, costMicro })
  const read = outcome === 'ok' ? readValue(question.answer, text) : undefined
  if (read) return { value: read.value, model: step.model, promptHash: hash }
  counts.badAnswer = true
  throw badAnswer(outcome === 'ok' ? { ...paid.value, outcome: 'malformed' } : paid.value, request)
}

interface Chatting {
  pay: Pay
  prices: readonly Price[]
  countTokens: (text: string) => number
  hasForm(text: string): boolean
}

/** One message to a model, through the ledger. Throws StepFailure. */
function chat(request: ChatRequest, { pay, prices, countTokens, hasForm }: Chatting): Promise<Paid<ChatAnswer>> {
  const port = modelPort()
  if (!port) throw noModel()
  const worstMicro = worstCostOf(prices, request, countTokens).micro
  return pay(chatCall({ port, request, prices, baseUrl: modelSettings().baseUrl, worstMicro, hasForm }))
}

/** Plain text from a model, for one item. */
export async function completeThrough(request: ChatRequest, settings: ToolSettings): Promise<ChatAnswer> {
  const countTokens = await loadTokenCounter()
  const { prices, counts } = settings
  const hasForm = (text: string) => text.trim() !== ''
  const { value } = await chat(request, { pay: payer(settings), prices, countTokens, hasForm })
  counts.badAnswer = value.outcome !== 'ok'
  return { ...value, text: storableText(value.text) }
}

const noModel = () =>
  new StepFailure(
    'no_key',
    'No model is configured. Ask the administrator to set OPENAI_API_KEY or OPENAI_BASE_URL, then resume.',
  )
