/** Searching and quoting at a task: queries with what came back, pages as they were. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { daySchema, isStorable, UNSTORABLE_TEXT } from '@/lib/platform/api/input'

/** The longest query, in characters. */
export const MAX_QUERY = 1000
/** Results asked for at once. */
export const HITS_PER_SEARCH = 10
/** How often one person may search and open results, in all tasks together. */
export const SEARCHES_A_MINUTE = 20
export const PAGES_A_MINUTE = 40

const storable = z.string().refine(isStorable, UNSTORABLE_TEXT)

export const queryText = storable
  .trim()
  .min(1, 'Write what to search for.')
  .max(MAX_QUERY, `A query has at most ${MAX_QUERY} characters.`)

/** One result. `documentId` where it is a document of the project's own corpus; its url may then be an address in Assay. */
export const hitSchema = z.object({
  rank: z.number().int().min(1),
  title: z.string(),
  url: z.string(),
  snippet: z.string(),
  documentId: z.uuid().nullable(),
  publishedAt: z.string().nullable(),
})
export type SearchHit = z.infer<typeof hitSchema>

/** null where the hour could tell whose lane it is. */
const dateTime = z.iso.datetime().nullable()

/** What was done with a result, in order. Offsets are code points into the page's text. */
export const searchStepSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('opened'),
    at: dateTime,
    rank: z.number().int(),
    /** Of the text as it was then: leads to it by `getOpenedPageEndpoint`. */
    sha256: z.string(),
    changed: z.boolean(),
  }),
  z.object({
    kind: z.literal('quoted'),
    at: dateTime,
    rank: z.number().int(),
    sha256: z.string(),
    start: z.number().int(),
    end: z.number().int(),
    quote: z.string(),
  }),
])
export type SearchStep = z.infer<typeof searchStepSchema>

export const searchSchema = z.object({
  /** Of somebody else's: a name for it that tells no time, good wherever a search is asked for. */
  id: z.uuid(),
  /** The key of the unit it was made for; null: the task as a whole. */
  unit: z.string().nullable(),
  query: z.string(),
  /** Only what was published until then was asked for; null: no limit. */
  asOf: z.string().nullable(),
  provider: z.object({ id: z.string(), title: z.string() }),
  at: dateTime,
  mine: z.boolean(),
  /** The letter of its annotator's lane in consolidation, once revealed; null before, and for whoever has no lane. */
  lane: z.string().nullable(),
  hits: z.array(hitSchema),
  steps: z.array(searchStepSchema),
})
export type SearchView = z.infer<typeof searchSchema>

export const searchListSchema = z.object({
  /** Oldest first, lane by lane where names are closed. One's own; once the task is revealed, everybody's, for those who may read its answers. */
  searches: z.array(searchSchema),
  /** Where a search now would look. */
  provider: z.object({
    id: z.string(),
    title: z.string(),
    configured: z.boolean(),
    /** What has to be set on the server where it is not configured. */
    needs: z.array(z.string()),
    /** Documents in the corpus, where that is searched. */
    documents: z.number().int().nullable(),
  }),
  abilities: z.object({ search: z.boolean(), readAll: z.boolean() }),
})
export type SearchList = z.infer<typeof searchListSchema>

/** A page or document as it was read. Offsets are code points into `text`. */
export const openedPageSchema = z.object({
  rank: z.number().int(),
  title: z.string(),
  /** Where it was read: after redirects, for web pages. */
  url: z.string(),
  text: z.string(),
  sha256: z.string(),
  /** null for a page of the internet. */
  documentId: z.uuid().nullable(),
  /** When its reader read it, whoever else did before; null where the hour could tell whose lane it is. */
  fetchedAt: z.iso.datetime().nullable(),
  /** Was the page different when its reader opened it before? */
  changed: z.boolean(),
  /** Where the result's snippet stands, if it stands there word by word. */
  passage: z.object({ start: z.number().int(), end: z.number().int() }).nullable(),
})
export type OpenedPage = z.infer<typeof openedPageSchema>

/** What a quote becomes evidence with. */
export const quoteSchema = z.object({
  quote: z.string(),
  /** null for a document of the corpus that has no address on the web. */
  url: z.string().nullable(),
  title: z.string(),
  query: z.string(),
  sha256: z.string(),
  documentId: z.uuid().nullable(),
  start: z.number().int(),
  end: z.number().int(),
  fetchedAt: z.iso.datetime(),
})
export type Quote = z.infer<typeof quoteSchema>

const taskParams = z.object({ taskId: z.uuid() })
const searchParams = z.object({ taskId: z.uuid(), searchId: z.uuid() })
const rank = z.number().int().min(1).max(1000)
const common = { tag: 'evidence', auth: 'actor' } as const

export const searchNowBody = z.object({
  query: queryText,
  /** As the annotator's screen knows it: what was listed a moment ago need not be saved yet. */
  unit: storable.min(1).max(100).nullable().default(null),
  asOf: daySchema.nullable().default(null),
})
export type SearchNow = z.output<typeof searchNowBody>

export const listSearchesEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/tasks/{taskId}/searches',
  summary: 'Your searches at a task, with what was opened and quoted; everybody’s once its answers are open to you',
  params: taskParams,
  response: searchListSchema,
})

export const searchNowEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/tasks/{taskId}/searches',
  summary: `Search for evidence while working on a task (at most ${SEARCHES_A_MINUTE} searches a minute)`,
  params: taskParams,
  body: searchNowBody,
  response: searchSchema,
})

export const openResultEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/tasks/{taskId}/searches/{searchId}/opened',
  summary: `Read a result of your search; the text is kept as it was (at most ${PAGES_A_MINUTE} pages a minute)`,
  params: searchParams,
  body: z.object({ rank }),
  response: openedPageSchema,
})

export const quoteBody = z
  .object({
    rank,
    /** Of the text that the quote was marked in. */
    sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Send the sha256 of the opened page.'),
    start: z
      .int32()
      .min(0)
      .meta({ examples: [120] }),
    end: z
      .int32()
      .min(1)
      .meta({ examples: [164] }),
  })
  .refine(({ start, end }) => start < end, { path: ['end'], message: 'A quote has at least one character.' })
export type QuoteBody = z.output<typeof quoteBody>

export const quoteResultEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/tasks/{taskId}/searches/{searchId}/quoted',
  summary: 'Quote from a result that you opened: the exact words between two places in its text',
  params: searchParams,
  body: quoteBody,
  response: quoteSchema,
})

export const getOpenedPageEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/tasks/{taskId}/searches/{searchId}/pages/{sha256}',
  summary: 'A page as it was when it was opened in a search that you can see',
  params: searchParams.extend({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  response: openedPageSchema,
})
