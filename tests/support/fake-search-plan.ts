/** What fake searches are told to do: plain JSON, so that it can be set over HTTP as well. */
import { createHash } from 'node:crypto'
import { z } from 'zod'

export const providers = ['serper', 'brave', 'tavily', 'searxng'] as const
export type Provider = (typeof providers)[number]

export const searchFaultKinds = [
  /** 429, with `retryAfter` as Retry-After. */
  'rate_limit',
  /** As the provider says that nothing is left of what was paid. */
  'no_credit',
  /** `status`, else 500. */
  'server_error',
  /** 400. */
  'bad_request',
  /** Takes the request and says nothing. */
  'hang',
  /** Sends headers and half of the body, and then nothing. */
  'stall',
  /** Ends the connection. */
  'drop',
  /** A web page with status 200. */
  'html',
  /** JSON of another shape. */
  'wrong_schema',
  /** More than anybody wants to read. */
  'huge',
  /** Nothing found. */
  'empty',
  /** Addresses that are no web pages, the same ones twice, and instructions in the snippets. */
  'injected',
  /** Sends the request elsewhere. */
  'redirect',
] as const
export type SearchFaultKind = (typeof searchFaultKinds)[number]

const faultSchema = z.strictObject({
  kind: z.enum(searchFaultKinds),
  /** How often for the same request (by its Idempotency-Key); left out: always. */
  times: z.int().min(1).optional(),
  /** Which share of requests it strikes, from 0 to 1: the same ones every time. */
  share: z.number().min(0).max(1).default(1),
  provider: z.enum(providers).optional(),
  /** Only queries that hold this. */
  includes: z.string().optional(),
  retryAfter: z.string().optional(),
  status: z.int().min(400).max(599).optional(),
})
export type SearchFault = z.output<typeof faultSchema>

const resultSchema = z.strictObject({
  title: z.string(),
  url: z.string(),
  snippet: z.string(),
  publishedAt: z.string().nullable().default(null),
})
export type FakeResult = z.output<typeof resultSchema>

export const searchPlanSchema = z.strictObject({
  /** The only key that is accepted; null: any, but there has to be one. */
  apiKey: z.string().nullable().default(null),
  latencyMs: z.int().min(0).default(0),
  /** How many results a query has that `results` does not name. */
  found: z.int().min(0).max(50).default(5),
  /** By query; others get results that follow from their words. */
  results: z.record(z.string(), z.array(resultSchema)).default({}),
  /** The first that fits strikes. */
  faults: z.array(faultSchema).default([]),
})
export type SearchPlan = z.output<typeof searchPlanSchema>
export type SearchPlanInput = z.input<typeof searchPlanSchema>

export interface Searching {
  key: string
  provider: Provider
  query: string
}

/** Keeps count of which faults have struck which request. */
export class SearchFaults {
  private readonly struck = new Map<string, number>()

  constructor(private readonly faults: readonly SearchFault[]) {}

  next(searching: Searching): SearchFault | null {
    for (const [index, fault] of this.faults.entries()) {
      if (!fits(fault, searching)) continue
      const place = `${index}\n${searching.key}`
      const before = this.struck.get(place) ?? 0
      if (fault.times !== undefined && before >= fault.times) continue
      this.struck.set(place, before + 1)
      return fault
    }
    return null
  }
}

function fits({ provider, includes, share, kind }: SearchFault, searching: Searching): boolean {
  if (provider !== undefined && provider !== searching.provider) return false
  if (includes !== undefined && !searching.query.includes(includes)) return false
  const draw = createHash('sha256').update(`${kind}\n${searching.key}`).digest().readUInt32BE() / 2 ** 32
  return draw < share
}
