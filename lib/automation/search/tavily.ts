/** Tavily's search (POST /search, bearer key), with links and passages only. */
import { z } from 'zod'
import { askProvider } from './ask-provider'
import { toHits } from './hits'
import type { SearchPort } from './port'
import { atMost, type ProviderSettings, requireKey, urlBelow } from './provider-settings'

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
      const given = await askProvider({
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
      const raw = given.results.map((result) => ({
        title: result.title,
        url: result.url,
        snippet: result.content,
        publishedAt: result.published_date,
      }))
      return toHits(raw, asOf, most)
    },
  }
}
