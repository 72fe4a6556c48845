/** Brave's web search (GET /res/v1/web/search, X-Subscription-Token). */
import { z } from 'zod'
import { askProvider } from './ask-provider'
import { toHits } from './hits'
import type { SearchPort } from './port'
import { atMost, type ProviderSettings, requireKey, urlBelow } from './provider-settings'

const answer = z.object({
  type: z.literal('search'),
  web: z
    .object({
      results: z.array(
        z.object({
          title: z.string().default(''),
          url: z.string(),
          description: z.string().nullish(),
          page_age: z.string().nullish(),
        }),
      ),
    })
    .nullish(),
})

/** The day before which Brave is not asked: its range has two ends. */
const longAgo = '1970-01-01'

/** Brave with a key, or without: then every search says what is missing. */
export function brave({ key, baseUrl }: ProviderSettings): SearchPort {
  return {
    id: 'brave',
    title: 'Brave Search',
    needs: ['BRAVE_API_KEY'],
    async search({ query, asOf, most }, { key: callKey, signal, timeoutMs }) {
      const url = urlBelow(baseUrl, 'res/v1/web/search')
      url.searchParams.set('q', atMost(query, 400, 50))
      url.searchParams.set('count', String(Math.min(Math.max(most, 1), 20)))
      url.searchParams.set('text_decorations', 'false')
      url.searchParams.set('result_filter', 'web')
      if (asOf) url.searchParams.set('freshness', `${longAgo}to${asOf}`)
      const response = await askProvider({
        provider: 'Brave Search',
        variable: 'BRAVE_API_KEY',
        url,
        method: 'GET',
        headers: {
          'x-subscription-token': requireKey(key, 'Brave Search', 'BRAVE_API_KEY'),
          'idempotency-key': callKey,
        },
        answer,
        signal,
        timeoutMs,
        meaning: (status, body) => (status === 422 && body.includes('SUBSCRIPTION_TOKEN') ? 'wrong_key' : undefined),
      })
      const raw = (response.web?.results ?? []).map((result) => ({
        title: result.title,
        url: result.url,
        snippet: result.description ?? '',
        publishedAt: result.page_age,
      }))
      return toHits(raw, asOf, most)
    },
  }
}
