/** How each provider is asked and how it answers, as far as it is published. */
import { z } from 'zod'
import type { FakeResult, Provider } from './fake-search-plan'

/** What a request asks for, whoever it is sent to. */
export interface Asked {
  query: string
  most: number
  /** YYYY-MM-DD, or null. */
  until: string | null
  apiKey: string | null
}

export interface Given {
  url: URL
  headers: Record<string, string | undefined>
  body: unknown
}

const serperBody = z.strictObject({
  q: z.string().min(1),
  num: z.int().min(1).max(100).optional(),
  tbs: z
    .string()
    .regex(/^cdr:1,cd_max:\d{1,2}\/\d{1,2}\/\d{4}$/)
    .optional(),
})
const braveQuery = z.strictObject({
  q: z.string().min(1).max(400),
  count: z.coerce.number().int().min(1).max(20).default(20),
  freshness: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}to\d{4}-\d{2}-\d{2}$/)
    .optional(),
  text_decorations: z.enum(['true', 'false']).optional(),
  result_filter: z.string().optional(),
})
const tavilyBody = z.strictObject({
  query: z.string().min(1).max(400),
  max_results: z.int().min(0).max(20).default(5),
  search_depth: z.enum(['basic', 'advanced']).optional(),
  end_date: z.iso.date().optional(),
})
const searxngQuery = z.strictObject({ q: z.string().min(1), format: z.literal('json') })

function dayOfTbs(tbs: string | undefined): string | null {
  const [month, day, year] = (tbs?.split('cd_max:')[1] ?? '').split('/')
  return month && day && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : null
}

/** Throws where the request has not the published shape. */
export const readRequest: Record<Provider, (given: Given) => Asked> = {
  serper: ({ headers, body }) => {
    const { q, num, tbs } = serperBody.parse(body)
    return { query: q, most: num ?? 10, until: dayOfTbs(tbs), apiKey: headers['x-api-key'] ?? null }
  },
  brave: ({ url, headers }) => {
    const { q, count, freshness } = braveQuery.parse(Object.fromEntries(url.searchParams))
    const until = freshness?.split('to')[1] ?? null
    return { query: q, most: count, until, apiKey: headers['x-subscription-token'] ?? null }
  },
  tavily: ({ headers, body }) => {
    const { query, max_results, end_date } = tavilyBody.parse(body)
    const apiKey = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? null
    return { query, most: max_results, until: end_date ?? null, apiKey }
  },
  searxng: ({ url }) => {
    const { q } = searxngQuery.parse(Object.fromEntries(url.searchParams))
    return { query: q, most: 20, until: null, apiKey: '' }
  },
}

const until = (results: readonly FakeResult[], asked: Asked) =>
  results.filter(({ publishedAt }) => !asked.until || !publishedAt || publishedAt.slice(0, 10) <= asked.until)

/** The provider's answer to a search. */
export const writeAnswer: Record<Provider, (asked: Asked, results: readonly FakeResult[]) => unknown> = {
  serper: (asked, results) => ({
    searchParameters: { q: asked.query, type: 'search', engine: 'google' },
    organic: until(results, asked)
      .slice(0, asked.most)
      .map(({ title, url, snippet, publishedAt }, index) => ({
        title,
        link: url,
        snippet,
        ...(publishedAt ? { date: new Date(publishedAt).toUTCString().slice(5, 16) } : {}),
        position: index + 1,
      })),
    credits: 1,
  }),
  brave: (asked, results) => ({
    type: 'search',
    query: { original: asked.query, more_results_available: false },
    ...(results.length > 0
      ? {
          web: {
            type: 'search',
            results: until(results, asked)
              .slice(0, asked.most)
              .map(({ title, url, snippet, publishedAt }) => ({
                title,
                url,
                description: snippet,
                page_age: publishedAt ? `${publishedAt.slice(0, 10)}T00:00:00` : undefined,
                family_friendly: true,
              })),
          },
        }
      : {}),
  }),
  tavily: (asked, results) => ({
    query: asked.query,
    answer: null,
    images: [],
    results: until(results, asked)
      .slice(0, asked.most)
      .map(({ title, url, snippet, publishedAt }, index) => ({
        title,
        url,
        content: snippet,
        score: 1 / (index + 1),
        raw_content: null,
        ...(publishedAt ? { published_date: publishedAt } : {}),
      })),
    response_time: 0.1,
  }),
  searxng: (asked, results) => ({
    query: asked.query,
    number_of_results: 0,
    results: results.map(({ title, url, snippet, publishedAt }) => ({
      title,
      url,
      content: snippet,
      publishedDate: publishedAt ? `${publishedAt.slice(0, 10)}T00:00:00` : null,
      engine: 'fake',
      engines: ['fake'],
      score: 1,
      category: 'general',
    })),
    answers: [],
    corrections: [],
    infoboxes: [],
    suggestions: [],
    unresponsive_engines: [],
  }),
}

/** How a provider refuses a key, and how it says that nothing is left of what was paid. */
export const refusals: Record<Provider, Record<'key' | 'credit', { status: number; body: unknown }>> = {
  serper: {
    key: { status: 403, body: { message: 'Unauthorized.', statusCode: 403 } },
    credit: { status: 400, body: { message: 'Not enough credits', statusCode: 400 } },
  },
  brave: {
    key: {
      status: 422,
      body: { type: 'ErrorResponse', error: { status: 422, code: 'SUBSCRIPTION_TOKEN_INVALID' } },
    },
    credit: { status: 402, body: { type: 'ErrorResponse', error: { status: 402, code: 'USAGE_LIMIT_EXCEEDED' } } },
  },
  tavily: {
    key: { status: 401, body: { detail: { error: 'Unauthorized: missing or invalid API key.' } } },
    credit: { status: 432, body: { detail: { error: 'This request exceeds your plan.' } } },
  },
  searxng: {
    key: { status: 403, body: 'Forbidden' },
    credit: { status: 402, body: 'Payment required' },
  },
}
