import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

/** What a line or row of an export holds one of. */
export const exportRows = ['item', 'record', 'annotation', 'rating', 'unit', 'row'] as const
export type ExportRows = (typeof exportRows)[number]

/** What the columns of tables hold; `strings`: a list of texts. */
export const columnTypes = ['string', 'int64', 'float64', 'bool', 'strings'] as const
export type ColumnType = (typeof columnTypes)[number]

/** One export on offer. */
export const exportOfferSchema = z.object({
  key: z.string(),
  title: z.string(),
  description: z.string(),
  /** What a line or row holds one of. */
  rows: z.enum(exportRows),
  /**
   * How many lines or rows it would hold now, without a heading; null where only making it would tell: an item gives none,
   * one or several records, and there are too many to make them for this.
   */
  count: z.number().int().nullable(),
  /** How many items or annotations it would be made from. */
  from: z.object({ what: z.enum(['item', 'annotation']), count: z.number().int() }),
  fileName: z.string(),
})
export type ExportOffer = z.infer<typeof exportOfferSchema>

/** Which labels go into an export: all, or those that people made without a suggestion for them in sight. */
export const labelChoices = ['all', 'unseen'] as const
export type LabelChoice = (typeof labelChoices)[number]
const labelQuery = z.object({ labels: z.enum(labelChoices).default('all') })

const projectParams = z.object({ projectId: z.uuid() })

export const listExportsEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/exports',
  summary: 'List what can be downloaded from a project',
  tag: 'releases',
  auth: 'actor',
  params: projectParams,
  query: labelQuery,
  response: z.object({
    labels: z.enum(labelChoices),
    exports: z.array(exportOfferSchema),
    /** Items with gold whose label contradicts itself, and nobody has settled it. */
    unsettled: z.number().int(),
  }),
})
export type ExportList = z.infer<typeof listExportsEndpoint.response>

export const downloadExportEndpoint = endpoint({
  method: 'GET',
  path: '/api/projects/{projectId}/exports/{format}',
  summary: 'Download gold, raw annotations or agreement inputs, as a stream',
  tag: 'releases',
  auth: 'actor',
  params: projectParams.extend({ format: z.string().max(60) }),
  query: labelQuery,
  tagged: true,
  response: { stream: ['application/x-ndjson', 'text/csv', 'application/vnd.apache.parquet'] },
})

export const nativeSchemaEndpoint = endpoint({
  method: 'GET',
  path: '/api/schemas/native.json',
  summary: 'The JSON Schema of one line of a native export',
  tag: 'releases',
  auth: 'public',
  anonymous: true,
  response: { stream: ['application/schema+json'] },
})
