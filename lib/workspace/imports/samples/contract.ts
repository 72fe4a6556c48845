/** The beginning of a file, looked at before there is a project: what it could be. Nothing of it is kept. */
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'

/** So much of a file is sent and looked at. */
export const SAMPLE_BYTES = 2_000_000
/** Of a workbook all of it, of Parquet its end and its first rows; so many bytes at most. */
export const MOST_SAMPLE_BYTES = 130_000_000
/** So many records of that, at most. */
export const SAMPLE_RECORDS = 300

/** "0-400,900-1000", as pairs of numbers. */
const partsSchema = z
  .string()
  .max(1000)
  .regex(/^\d{1,15}-\d{1,15}(,\d{1,15}-\d{1,15})*$/, 'Write parts as 0-4000000,49000000-49500000.')
  .transform((text) => text.split(',').map((part) => part.split('-').map(Number) as [start: number, end: number]))
  .refine((parts) => parts.every(([start, end]) => start <= end), 'A part ends where it begins, or later.')

const sampleFitSchema = z.object({
  protocolId: z.string(),
  /** Titles of the record formats that read them; none where their columns are mapped. */
  formats: z.array(z.string()),
  /** Which of its columns would be read as which fields, where these are not of a format as they stand. */
  columns: z.array(z.object({ field: z.string(), title: z.string(), from: z.array(z.string()) })),
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
  /** Places that are no record, where that is all of the file. */
  unreadable: z.number().int(),
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
  summary: `Look at the beginning of a file (${SAMPLE_BYTES / 1_000_000} MB at most), at a whole workbook, or at parts of a Parquet file (${MOST_SAMPLE_BYTES / 1_000_000} MB at most): what it could be. For those who may create projects; nothing is kept`,
  query: z.object({
    /** Of the whole file, in bytes. */
    byteSize: z.coerce.number().int().min(0),
    parts: partsSchema.optional().meta({
      description:
        'Of a Parquet file: which of its bytes the body is, part by part, each from where it begins up to where it ends (excluded): 0-4000000,49000000-49500000. Rows of row groups that are not in them are not looked at',
    }),
  }),
  body: 'bytes',
  response: fileSampleSchema,
})
