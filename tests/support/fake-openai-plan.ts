/** What a fake endpoint is told to do: plain JSON, so that it can be set over HTTP as well. */
import { createHash } from 'node:crypto'
import { z } from 'zod'

export const faultKinds = [
  /** 429, with `retryAfter` as Retry-After. */
  'rate_limit',
  /** 429 with the code of an account without credit. */
  'no_credit',
  /** `status`, else 500. */
  'server_error',
  /** 400. */
  'bad_request',
  /** 400 to whoever gives a temperature. */
  'fixed_temperature',
  /** 404, as for a model that there is not. */
  'unknown_model',
  /** Takes the request and says nothing. */
  'hang',
  /** Sends headers and half of the body, and then nothing. */
  'stall',
  /** Ends the connection. */
  'drop',
  /** Ends the connection in the middle of the body. */
  'cut_body',
  /** A web page with status 200. */
  'html',
  'truncated',
  'refused',
  'content_filter',
  'wrong_schema',
  'not_json',
  'empty',
  /** Fits the schema, and says what an attacker wants in every text. */
  'injected',
  /** No word of how many tokens it took. */
  'no_usage',
] as const
export type FaultKind = (typeof faultKinds)[number]

const faultSchema = z.strictObject({
  kind: z.enum(faultKinds),
  /** How often for the same request (by its Idempotency-Key); left out: always. */
  times: z.int().min(1).optional(),
  /** Which share of requests it strikes, from 0 to 1: the same ones every time. */
  share: z.number().min(0).max(1).default(1),
  /** Only requests of this model, of this schema, with this in the user message. */
  model: z.string().optional(),
  schema: z.string().optional(),
  includes: z.string().optional(),
  retryAfter: z.string().optional(),
  status: z.int().min(400).max(599).optional(),
  /** The provider's own code of a `bad_request`. */
  code: z.string().optional(),
})
export type Fault = z.output<typeof faultSchema>

export const planSchema = z.strictObject({
  /** The only key that is accepted; null: none is asked for. */
  apiKey: z.string().nullable().default(null),
  latencyMs: z.int().min(0).default(0),
  /** The first that fits strikes. */
  faults: z.array(faultSchema).default([]),
  /** What is answered, by the name of the schema ("text" for plain text), instead of something made up. */
  answers: z.record(z.string(), z.json()).default({}),
})
export type Plan = z.output<typeof planSchema>
export type PlanInput = z.input<typeof planSchema>

export interface Asking {
  key: string
  model: string
  schema: string
  user: string
}

/** Keeps count of which faults have struck which request. */
export class Faults {
  private readonly struck = new Map<string, number>()

  constructor(private readonly faults: readonly Fault[]) {}

  next(asking: Asking): Fault | null {
    for (const [index, fault] of this.faults.entries()) {
      if (!fits(fault, asking)) continue
      const place = `${index}\n${asking.key}`
      const before = this.struck.get(place) ?? 0
      if (fault.times !== undefined && before >= fault.times) continue
      this.struck.set(place, before + 1)
      return fault
    }
    return null
  }
}

function fits({ model, schema, includes, share, kind }: Fault, asking: Asking): boolean {
  if (model !== undefined && model !== asking.model) return false
  if (schema !== undefined && schema !== asking.schema) return false
  if (includes !== undefined && !asking.user.includes(includes)) return false
  const draw = createHash('sha256').update(`${kind}\n${asking.key}`).digest().readUInt32BE() / 2 ** 32
  return draw < share
}
