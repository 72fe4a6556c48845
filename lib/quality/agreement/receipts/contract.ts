import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { intervalMethodQuery } from '@/lib/quality/agreement/contract'
import { sliceKinds } from '@/lib/workspace/items/contract'

/** The version of the receipt; raised whenever a field changes its meaning or goes away. */
export const RECEIPT_VERSION = 'assay-receipt/3'

/** `script`: a program for Node with the data inside, which computes every figure again and compares. */
export const receiptForms = ['json', 'csv', 'script'] as const
export type ReceiptForm = (typeof receiptForms)[number]

const raterKey = z.string().max(60)

export const receiptQuerySchema = z.object({
  form: z.enum(receiptForms).default('json'),
  /** With `slice`: the figures of the units with this value only; an empty one stands for none, or mixed. */
  by: z.enum(sliceKinds).optional(),
  slice: z.string().max(500).optional(),
  /** With `second`: the figures of two raters by their keys, such as a1 and gold. */
  first: raterKey.optional(),
  second: raterKey.optional(),
  method: intervalMethodQuery,
})
export type ReceiptQuery = z.infer<typeof receiptQuerySchema>

export const getReceiptEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/receipts/{stage}/{measure}',
  summary:
    'What the figures of a measure or comparison are computed from: rater matrix, formulas, seed, figures, script',
  tag: 'agreement',
  auth: 'actor',
  params: z.object({ projectId: z.uuid(), stage: z.string().max(100), measure: z.string().max(100) }),
  query: receiptQuerySchema,
  response: { stream: ['application/json', 'text/csv', 'text/javascript'] },
})

export const methodsForms = ['json', 'text', 'latex'] as const

export const methodsSchema = z.object({
  project: z.object({ id: z.uuid(), name: z.string() }),
  version: z.string(),
  text: z.string(),
  latex: z.string(),
  /** BibTeX entries of what the LaTeX cites. */
  bibtex: z.string(),
})
export type Methods = z.infer<typeof methodsSchema>

export const methodsQuerySchema = z.object({ form: z.enum(methodsForms).default('json') })

export const getMethodsEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/methods',
  summary:
    'The methods text of a project’s agreement, with the same figures: plain text, LaTeX with BibTeX, or both as JSON',
  tag: 'agreement',
  auth: 'actor',
  params: z.object({ projectId: z.uuid() }),
  query: methodsQuerySchema,
  response: { stream: ['application/json', 'text/plain', 'application/x-tex'] },
})
