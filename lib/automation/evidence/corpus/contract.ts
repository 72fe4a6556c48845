/** The documents that a project searches without the internet. */
import { z } from 'zod'
import { hitSchema, queryText } from '@/lib/automation/evidence/contract'
import { endpoint } from '@/lib/platform/api/endpoint'
import { daySchema, fileName } from '@/lib/platform/api/input'

/** Limits of one file; more documents come in several files. */
export const MAX_FILE_BYTES = 10_000_000
export const MAX_FILE_DOCUMENTS = 5_000
/** Of one document, in characters. */
export const MAX_DOCUMENT_TEXT = 1_000_000
export const MAX_TITLE = 500
/** Of one project. */
export const MAX_CORPUS_DOCUMENTS = 100_000
/** Problems told of one file; all of them are counted. */
export const TOLD_PROBLEMS = 100
export const DOCUMENTS_PER_PAGE = 50

/** The kinds of files, for people and for the file dialog. */
export const FILE_ENDINGS = ['.jsonl', '.ndjson', '.json', '.csv', '.tsv', '.txt', '.md'] as const

export const documentEntrySchema = z.object({
  id: z.uuid(),
  title: z.string(),
  url: z.string().nullable(),
  publishedAt: z.string().nullable(),
  /** In code points. */
  length: z.number().int(),
  passages: z.number().int(),
  excerpt: z.string(),
  createdAt: z.iso.datetime(),
})
export type DocumentEntry = z.infer<typeof documentEntrySchema>

export const corpusPageSchema = z.object({
  documents: z.array(documentEntrySchema),
  /** Of the whole corpus. */
  total: z.number().int(),
  /** Pass it as `after` for the next page; null on the last. */
  next: z.uuid().nullable(),
  abilities: z.object({
    manage: z.boolean(),
    /** May the reader make items of the documents? Only where the protocol takes any. */
    makeItems: z.boolean(),
  }),
})
export type CorpusPage = z.infer<typeof corpusPageSchema>

export const corpusDocumentSchema = documentEntrySchema.omit({ excerpt: true, passages: true }).extend({
  text: z.string(),
  /** sha-256 of the text, hexadecimal. */
  sha256: z.string(),
  abilities: z.object({ manage: z.boolean() }),
})
export type CorpusDocumentView = z.infer<typeof corpusDocumentSchema>

/** What became of a file. The same document again adds nothing. */
export const corpusUploadSchema = z.object({
  added: z.number().int(),
  known: z.number().int(),
  passages: z.number().int(),
})
export type CorpusUpload = z.infer<typeof corpusUploadSchema>

/** A hit with where its passage stands in the document, in code points. */
export const corpusHitSchema = hitSchema.extend({
  documentId: z.uuid(),
  start: z.number().int(),
  end: z.number().int(),
})
export type CorpusHit = z.infer<typeof corpusHitSchema>

const projectParams = z.object({ projectId: z.uuid() })
const documentParams = z.object({ projectId: z.uuid(), documentId: z.uuid() })
const common = { tag: 'corpus', auth: 'actor' } as const

export const corpusFilter = z.object({
  /** Part of a title or an address. */
  search: z.string().trim().max(200).optional(),
  after: z.uuid().optional(),
})
export type CorpusFilter = z.output<typeof corpusFilter>

export const listCorpusEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/corpus',
  summary: 'The documents of a project’s corpus, latest first, a page at a time',
  params: projectParams,
  query: corpusFilter,
  response: corpusPageSchema,
})

export const uploadCorpusEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/corpus',
  summary: `Add documents from a file (JSON lines, JSON, CSV, text or Markdown; at most ${MAX_FILE_BYTES / 1_000_000} MB): all of them or none`,
  params: projectParams,
  query: z.object({
    fileName,
  }),
  body: 'bytes',
  response: corpusUploadSchema,
})

/** What became of the documents of a corpus. With any refused, nothing was made of the others either. */
export const corpusItemsSchema = z.object({
  added: z.number().int(),
  known: z.number().int(),
  /** Those that cannot become items, and why; the first of them. */
  refused: z.array(z.object({ documentId: z.uuid(), title: z.string(), reason: z.string() })),
})
export type CorpusItems = z.infer<typeof corpusItemsSchema>

export const makeCorpusItemsEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/corpus/items',
  summary: 'Make an item, in preparation, of every document of the corpus that is none yet: of all or of none',
  params: projectParams,
  response: corpusItemsSchema,
})

export const clearCorpusEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/projects/{projectId}/corpus',
  summary: 'Take all documents out of a project’s corpus but those that were quoted',
  params: projectParams,
  response: z.object({ removed: z.number().int(), kept: z.number().int() }),
})

export const getCorpusDocumentEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/corpus/{documentId}',
  summary: 'One document of the corpus, with its text',
  params: documentParams,
  response: corpusDocumentSchema,
})

export const removeCorpusDocumentEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/projects/{projectId}/corpus/{documentId}',
  summary: 'Take a document that nobody quoted out of the corpus',
  params: documentParams,
  response: 'empty',
})

export const corpusQuerySchema = z.object({ query: queryText, asOf: daySchema.optional() })
export type CorpusQuery = z.output<typeof corpusQuerySchema>

export const tryCorpusEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/corpus/search',
  summary: 'Search the corpus as runs and annotators do',
  params: projectParams,
  query: corpusQuerySchema,
  response: z.object({
    hits: z.array(corpusHitSchema),
    /** Documents without a date that a limit by day leaves out. */
    undated: z.number().int(),
  }),
})

/** Of a document's page: the passage to show, in code points. */
export const passageQuerySchema = z.object({
  start: z.coerce.number().int().min(0).optional(),
  end: z.coerce.number().int().min(0).optional(),
})
