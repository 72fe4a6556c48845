/** What a call to a provider is, whoever makes it. */
import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { CallOptions } from '@/lib/automation/llm/port'
import type { Json } from '@/lib/protocols/protocol'
import type { Limits } from './limits'

/** One thing to ask of a provider. */
export interface Call<T> {
  kind: 'chat' | 'embedding' | 'search'
  /** The adapter: "openai", "serper". */
  provider: string
  /** What else the answer depends on: where the provider is asked, the day of a search. */
  scope: Json
  model: string | null
  request: Json
  /** The most it can cost, in millionths of a dollar; held back while it is under way. */
  worstMicro: number
  /** Sends it once. Throws StepFailure where nothing came back. */
  send(options: CallOptions): Promise<Answer<T>>
  /** A kept answer as it is used; throws where it is not one. */
  read(kept: Json): T
  /** Is it an answer that a person may have asked for again: refused, cut, malformed? */
  isBad(value: T): boolean
}

/** What came back, as it is kept and paid. */
export interface Answer<T> {
  value: T
  kept: Json
  inputTokens: number
  outputTokens: number
  costMicro: number
}

/** Who asks, and within which bounds. */
export interface Caller {
  projectId: string
  runId: string | null
  runItemId: string | null
  /** Ends calls under way. */
  signal: AbortSignal
  /** Once true, nothing new is sent; what is under way comes to its end. */
  isHalted(): boolean
  /** How often a person had the failed item tried again. */
  retry: number
  /** Ask anew in this retry even where an earlier answer was a good one: the step could do nothing with it. */
  afresh: boolean
  /** The most calls a minute to each provider; null: no limit. */
  requestsPerMinute: number | null
  limits: Limits
}

export interface Paid<T> {
  value: T
  key: string
  /** Answered from what was kept. */
  cached: boolean
  /** Times that it went out for this caller. */
  sends: number
  costMicro: number
}

/** Makes a call through the ledger, counted for the item. */
export type Pay = <T>(call: Call<T>) => Promise<Paid<T>>

/** sha-256 over the canonical request, hexadecimal; of a retry, another. */
export function keyOf({ kind, provider, scope, model, request }: Call<unknown>, retry: number): string {
  const text = canonicalize({ kind, provider, scope, model, request, ...(retry > 0 ? { retry } : {}) })
  return createHash('sha256')
    .update(text ?? '')
    .digest('hex')
}
