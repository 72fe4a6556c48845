/** The beginning of a file, looked at before there is a project: what it could be. Nothing of it is kept. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

/** So much of a file is sent and looked at. */
export const SAMPLE_BYTES = 2_000_000
/** So many records of that, at most. */
export const SAMPLE_RECORDS = 300

const sampleFitSchema = z.object({
  protocolId: z.string(),
  /** Titles of the record formats that read them; none where their columns are mapped. */
  formats: z.array(z.string()),
  /** Which of its columns would be read as which fields, where these are not of a format as they stand. */
  columns: z.array(z.object({ field: z.string(), from: z.array(z.string()) })),
  /** Records that the protocol reads, the items that they make, and how many of these carry labels. */
  records: z.number().int(),
  items: z.number().int(),
  labelled: z.number().int(),
  /** Why it cannot be read, or what is still to be said of it. */
  problem: z.string().nullable(),
})
export type SampleFit = z.infer<typeof sampleFitSchema>

export const fileSampleSchema = z.object({
  /** Records looked at. */
  records: z.number().int(),
  /** Is that all of the file? */
  whole: z.boolean(),
  /** How many records the file has, by its size, where that is not all. */
  estimated: z.number().int().nullable(),
  /** The fields of its records, in the order in which they appear. */
  fields: z.array(z.string()),
  /** Why it cannot be read as records at all. */
  problem: z.string().nullable(),
  /** Every protocol, those first that read most of it. */
  fits: z.array(sampleFitSchema),
})
export type FileSample = z.infer<typeof fileSampleSchema>

export const readSampleEndpoint = endpoint({
  tag: 'imports',
  auth: 'actor',
  method: 'POST',
  path: '/api/file-samples',
  summary: `Look at the beginning of a file (${SAMPLE_BYTES / 1_000_000} MB at most): what it could be. For those who may create projects; nothing is kept`,
  query: z.object({
    /** Of the whole file, in bytes. */
    byteSize: z.coerce.number().int().min(0),
  }),
  body: 'bytes',
  response: fileSampleSchema,
})
