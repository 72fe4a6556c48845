/**
 * An own SearXNG (GET /search?format=json). It knows no range of dates: of what it finds, only what says itself that it is
 * younger than the wanted day is left out.
 */
import { z } from 'zod'
import { StepFailure } from '@/lib/protocols/prefill'
import { askProvider } from './ask-provider'
import { toHits } from './hits'
import type { SearchPort } from './port'
import { urlBelow } from './provider-settings'

const answer = z.object({
  results: z.array(
    z.object({
      title: z.string().nullish(),
      url: z.string(),
      content: z.string().nullish(),
      publishedDate: z.string().nullish(),
    }),
  ),
})

const noAddress =
  'SearXNG has no address. Set SEARXNG_URL in the environment of the server, or choose the local corpus.'
const notJson =
  'SearXNG does not answer in JSON. Add json to search.formats in its settings.yml, and check that its limiter lets Assay in.'

async function explaining<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    // It has no keys: 403 is what it says to a form of answers that its settings leave out.
    if (error instanceof StepFailure && error.code === 'wrong_key') throw new StepFailure('bad_request', notJson)
    throw error
  }
}

/** SearXNG at the address that the administrator set, which may well be a private one. */
export function searxng({ baseUrl }: { baseUrl: string | undefined }): SearchPort {
  return {
    id: 'searxng',
    title: 'SearXNG',
    needs: ['SEARXNG_URL'],
    async search({ query, asOf, most }, { key, signal, timeoutMs }) {
      if (!baseUrl) throw new StepFailure('no_key', noAddress)
      const url = urlBelow(baseUrl, 'search')
      url.searchParams.set('q', query)
      url.searchParams.set('format', 'json')
      const response = await explaining(
        askProvider({
          provider: 'SearXNG',
          variable: 'SEARXNG_URL',
          url,
          method: 'GET',
          headers: { 'idempotency-key': key },
          answer,
          signal,
          timeoutMs,
        }),
      )
      const raw = response.results.map((result) => ({
        title: result.title ?? '',
        url: result.url,
        snippet: result.content ?? '',
        publishedAt: result.publishedDate,
      }))
      return toHits(raw, asOf, most)
    },
  }
}
