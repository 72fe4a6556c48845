/** Google's results by Serper (POST /search, X-API-KEY). */
import { z } from 'zod'
import { askProvider } from './ask-provider'
import { toHits } from './hits'
import type { SearchPort } from './port'
import { type ProviderSettings, requireKey, urlBelow } from './provider-settings'

const answer = z.object({
  organic: z
    .array(
      z.object({
        title: z.string().default(''),
        link: z.string(),
        snippet: z.string().default(''),
        date: z.string().nullish(),
      }),
    )
    .default([]),
  searchParameters: z.object({}),
})

/** Google's way to say "until this day": month, day, year. */
function untilDay(asOf: string): string {
  const [year, month, day] = asOf.split('-').map(Number)
  return `cdr:1,cd_max:${month}/${day}/${year}`
}

/** Serper with a key, or without: then every search says what is missing. */
export function serper({ key, baseUrl }: ProviderSettings): SearchPort {
  return {
    id: 'serper',
    title: 'Serper',
    needs: ['SERPER_API_KEY'],
    async search({ query, asOf, most }, { key: callKey, signal, timeoutMs }) {
      const response = await askProvider({
        provider: 'Serper',
        variable: 'SERPER_API_KEY',
        url: urlBelow(baseUrl, 'search'),
        method: 'POST',
        headers: { 'x-api-key': requireKey(key, 'Serper', 'SERPER_API_KEY'), 'idempotency-key': callKey },
        body: { q: query, num: Math.min(Math.max(most, 1), 100), ...(asOf ? { tbs: untilDay(asOf) } : {}) },
        answer,
        signal,
        timeoutMs,
        meaning: (status, body) => (status === 400 && /not enough credits/i.test(body) ? 'no_credit' : undefined),
      })
      const raw = response.organic.map(({ title, link, snippet, date }) => ({
        title,
        url: link,
        snippet,
        publishedAt: date,
      }))
      return toHits(raw, asOf, most)
    },
  }
}
