/** What calls cost, in whole millionths of a dollar, rounded up so that a sum of calls is never understated. */
import type { CountTokens } from './count-tokens'
import type { ChatRequest } from './port'

/** Millionths of a dollar per million tokens. */
export interface Price {
  model: string
  input: number
  output: number
}

export interface Cost {
  /** Millionths of a dollar. */
  micro: number
  /** false: nobody said what the model costs, and it counts as 0. */
  known: boolean
}

export interface Usage {
  inputTokens: number
  outputTokens: number
}

/** Tokens that the messages' own frame takes, generously. */
const FRAME_TOKENS = 16

/** What tokens of a model cost. */
export function costOf(prices: readonly Price[], model: string, usage: Usage): Cost {
  const price = prices.find((one) => one.model === model)
  if (!price) return { micro: 0, known: false }
  const parts = BigInt(usage.inputTokens) * BigInt(price.input) + BigInt(usage.outputTokens) * BigInt(price.output)
  return { micro: Number((parts + 999_999n) / 1_000_000n), known: true }
}

/** The most that a request can cost: all of it read, and the longest answer that it allows. */
export function worstCostOf(prices: readonly Price[], request: ChatRequest, countTokens: CountTokens): Cost {
  return costOf(prices, request.model, {
    inputTokens: inputTokensOf(request, countTokens),
    outputTokens: request.maxTokens,
  })
}

/** Tokens of a request: its messages and, where it asks for one, the shape of the answer. */
export function inputTokensOf(request: ChatRequest, countTokens: CountTokens): number {
  const shape = request.schema ? JSON.stringify(request.schema) : ''
  return [request.system, request.user, shape].reduce((sum, text) => sum + countTokens(text), FRAME_TOKENS)
}

/** What embeddings of texts cost: nothing is written, only read. */
export function embeddingCostOf(
  prices: readonly Price[],
  model: string,
  texts: readonly string[],
  countTokens: CountTokens,
): Cost {
  const inputTokens = texts.reduce((sum, text) => sum + countTokens(text) + 1, 0)
  return costOf(prices, model, { inputTokens, outputTokens: 0 })
}
