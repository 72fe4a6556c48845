import 'server-only'
import { z } from 'zod'
import { currentSettings } from '@/lib/automation/keys/current-settings'
import type { Tx } from '@/lib/platform/server/db'
import type { Env } from '@/lib/platform/server/env'
import { StepFailure } from '@/lib/protocols/prefill'
import { askProvider } from './ask-provider'
import { brave } from './brave'
import { toHits } from './hits'
import type { SearchPort } from './port'
import { atMost, type ProviderSettings, requireKey, urlBelow } from './provider-settings'
import { searxng } from './searxng'
import { serper } from './serper'

/** Tavily's search (POST /search, bearer key), with links and passages only. */
const answer = z.object({
  results: z.array(
    z.object({
      title: z.string().default(''),
      url: z.string(),
      content: z.string().default(''),
      published_date: z.string().nullish(),
    }),
  ),
})

/** Tavily with a key, or without: then every search says what is missing. */
export function tavily({ key, baseUrl }: ProviderSettings): SearchPort {
  return {
    id: 'tavily',
    title: 'Tavily',
    needs: ['TAVILY_API_KEY'],
    async search({ query, asOf, most }, { key: callKey, signal, timeoutMs }) {
      const response = await askProvider({
        provider: 'Tavily',
        variable: 'TAVILY_API_KEY',
        url: urlBelow(baseUrl, 'search'),
        method: 'POST',
        headers: {
          authorization: `Bearer ${requireKey(key, 'Tavily', 'TAVILY_API_KEY')}`,
          'idempotency-key': callKey,
        },
        body: {
          query: atMost(query, 400),
          max_results: Math.min(Math.max(most, 1), 20),
          search_depth: 'basic',
          ...(asOf ? { end_date: asOf } : {}),
        },
        answer,
        signal,
        timeoutMs,
        meaning: (status) => (status === 432 || status === 433 ? 'no_credit' : undefined),
      })
      const raw = response.results.map((result) => ({
        title: result.title,
        url: result.url,
        snippet: result.content,
        publishedAt: result.published_date,
      }))
      return toHits(raw, asOf, most)
    },
  }
}

export interface KnownSearch {
  port: SearchPort
  /** Is everything set that it needs? */
  configured: boolean
}

type SearchEnv = Pick<
  Env,
  | 'SERPER_API_KEY'
  | 'SERPER_BASE_URL'
  | 'BRAVE_API_KEY'
  | 'BRAVE_BASE_URL'
  | 'TAVILY_API_KEY'
  | 'TAVILY_BASE_URL'
  | 'SEARXNG_URL'
>

/** The searches of the internet with their keys. A project's own corpus is lib/automation/evidence/corpus. */
export function searchPortsOf(set: SearchEnv): KnownSearch[] {
  return [
    {
      port: serper({ key: set.SERPER_API_KEY, baseUrl: set.SERPER_BASE_URL }),
      configured: Boolean(set.SERPER_API_KEY),
    },
    { port: brave({ key: set.BRAVE_API_KEY, baseUrl: set.BRAVE_BASE_URL }), configured: Boolean(set.BRAVE_API_KEY) },
    {
      port: tavily({ key: set.TAVILY_API_KEY, baseUrl: set.TAVILY_BASE_URL }),
      configured: Boolean(set.TAVILY_API_KEY),
    },
    { port: searxng({ baseUrl: set.SEARXNG_URL }), configured: Boolean(set.SEARXNG_URL) },
  ]
}

/** The searches as they can be made at this moment. */
export const searchPorts = async (db?: Tx): Promise<KnownSearch[]> => searchPortsOf(await currentSettings(db))

/** The search of that id. Throws StepFailure where there is none; one without its key says so when it is asked. */
export async function searchPort(id: string, db?: Tx): Promise<SearchPort> {
  const search = (await searchPorts(db)).find(({ port }) => port.id === id)
  if (search) return search.port
  throw new StepFailure('bad_request', `There is no search called "${id}". Choose another in the project's settings.`)
}
