/** The port to language models: whatever answers chat and embeddings. Adapters beside it; lib/automation/prefill pays and records. */
import type { Json } from '@/lib/protocols/protocol'

/** A request as it is sent, cached and hashed: everything that the answer depends on. */
export interface ChatRequest {
  model: string
  system: string
  user: string
  temperature: number
  maxTokens: number
  /** JSON schema of the answer, with its name; null: the answer is plain text. */
  schema: { name: string; schema: Json } | null
  /** Tells repetitions apart; part of the key and sent as the seed. */
  sample: number
}

/** What came back. Refusals, cuts and malformed answers were paid like any other, so they are answers, not errors. */
export interface ChatAnswer {
  outcome: 'ok' | 'refused' | 'truncated' | 'malformed'
  /** The text of the answer, JSON when ok; of a refusal, its words. */
  text: string
  inputTokens: number
  outputTokens: number
}

export interface EmbeddingAnswer {
  /** One vector a text, in the order of the texts. */
  vectors: number[][]
  inputTokens: number
}

export interface CallOptions {
  /** Sent as Idempotency-Key. */
  key: string
  signal: AbortSignal
  timeoutMs: number
}

/** Throws StepFailure where nothing came back: no key, wrong key, unreachable, timeout, 429, 5xx, 400. One try each. */
export interface ModelPort {
  /** Short name, as in the ledger: "openai". */
  id: string
  chat(request: ChatRequest, options: CallOptions): Promise<ChatAnswer>
  /** null where the endpoint has no embeddings. */
  embed: ((model: string, texts: readonly string[], options: CallOptions) => Promise<EmbeddingAnswer>) | null
}
