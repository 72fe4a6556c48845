import 'server-only'
import { z } from 'zod'
import { modelPort, modelSettings } from '@/lib/automation/llm/ports'
import { costOf, embeddingCostOf, type Price } from '@/lib/automation/llm/prices'
import type { Call } from '@/lib/automation/prefill/ledger/call'
import { type Ranked, StepFailure } from '@/lib/protocols/prefill'
import { cosine, rankPassages } from '@/lib/text/rank-passages'
import type { Pay } from './pay'

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
export async function rankBoth(
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
