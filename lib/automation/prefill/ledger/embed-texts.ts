/** Embeddings of texts through the ledger: within the ceilings, and paid once however often they are asked for. */
import 'server-only'
import { z } from 'zod'
import { loadTokenCounter } from '@/lib/automation/llm/count-tokens'
import type { Models } from '@/lib/automation/llm/ports'
import { costOf, embeddingCostOf, type Price } from '@/lib/automation/llm/prices'
import { ensureSettings, loadSettings } from '@/lib/automation/prefill/load-settings'
import { transaction } from '@/lib/platform/server/db'
import { StepFailure } from '@/lib/protocols/prefill'
import type { Call, Caller, Pay } from './call'
import { LIMITS } from './limits'
import { performCall } from './perform-call'

/** Most texts of one call. */
const BATCH = 100
/** Longer texts are measured by their beginning, in UTF-16 units: endpoints refuse long texts. */
const MEASURED = 8_000

export interface EmbeddingMeans {
  pay: Pay
  prices: readonly Price[]
  countTokens: (text: string) => number
}

/** One vector a text, in the order of the texts. Throws StepFailure. */
export async function embedTexts(
  models: Models,
  model: string,
  texts: readonly string[],
  means: EmbeddingMeans,
): Promise<number[][]> {
  const vectors: number[][] = []
  const measured = texts.map((text) => text.slice(0, MEASURED))
  for (let start = 0; start < measured.length; start += BATCH) {
    const { value } = await means.pay(embeddingCall(models, model, measured.slice(start, start + BATCH), means))
    vectors.push(...value)
  }
  return vectors
}

/** How a project has texts embedded outside of runs: at its prices, and within its ceiling. */
export async function projectEmbeddingMeans(projectId: string, signal: AbortSignal): Promise<EmbeddingMeans> {
  const countTokens = await loadTokenCounter()
  const { prices, requestsPerMinute } = await transaction(async (tx) => {
    await ensureSettings(tx, projectId)
    return (await loadSettings(tx, projectId)).settings
  })
  const caller: Caller = {
    projectId,
    runId: null,
    runItemId: null,
    signal,
    isHalted: () => false,
    retry: 0,
    afresh: false,
    requestsPerMinute,
    limits: LIMITS,
  }
  return { pay: (call) => performCall(call, caller), prices, countTokens }
}

const keptVectors = z.array(z.array(z.number()))

function embeddingCall(
  { port, settings }: Models,
  model: string,
  texts: string[],
  { prices, countTokens }: EmbeddingMeans,
): Call<number[][]> {
  return {
    kind: 'embedding',
    provider: port?.id ?? 'openai',
    scope: { baseUrl: settings.baseUrl },
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
