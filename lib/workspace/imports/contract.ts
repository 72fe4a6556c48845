import { z } from 'zod'
import { CHUNK_BYTES } from '@/lib/platform/api/chunk-bytes'
import { endpoint } from '@/lib/platform/api/endpoint'
import { fileName } from '@/lib/platform/api/input'
import { fileChoiceSchema, fileFactsSchema, fileRolesSchema } from '@/lib/platform/foreign/records/file-facts'
import { LIMITS_TEXT } from '@/lib/platform/foreign/records/limits'
import { ownFactsSchema } from '@/lib/workspace/items/facts/contract'
import { fileMappingSchema, mappingTargetsSchema, statedMappingSchema } from './mapping/contract'

export const importStates = [
  'uploading',
  'checking',
  'ready',
  'refused',
  'applying',
  'done',
  'failed',
  'cancelled',
] as const
export type ImportStateName = (typeof importStates)[number]

/** How large a record may be, as the import page says it. */
export const SIZES_TEXT = `${LIMITS_TEXT}.`

/** Problems and warnings kept of one file, of each; all of them are counted. */
export const KEPT_PROBLEMS = 1000
/** So many bytes are sent at a time of a file that is larger. */
export const PART_BYTES = 16 * CHUNK_BYTES
/** Records shown before they are written. */
export const PREVIEW_RECORDS = 20

export const importProblemSchema = z.object({
  /** Of several files that are read together: the one it stands in. */
  file: z.string().optional(),
  line: z.number().int(),
  /** As in the record: `labels[3]`; empty when it concerns the whole record. */
  field: z.string(),
  message: z.string(),
  /** What the person with the file can do. */
  fix: z.string(),
  /** An error keeps its record out; a warning deserves a look. */
  severity: z.enum(['error', 'warning']),
  /** Problems of one kind are shown together. */
  kind: z.string(),
})
export type ImportProblem = z.infer<typeof importProblemSchema>

export const problemGroupSchema = importProblemSchema.pick({ severity: true, kind: true }).extend({
  message: z.string(),
  count: z.number().int(),
  /** Where they stand, as in "2 to 41, 55"; the first of them. */
  lines: z.string().default(''),
  /** What the first of them says to do. */
  fix: z.string().default(''),
})
export type ProblemGroup = z.infer<typeof problemGroupSchema>

export const previewRecordSchema = z.object({
  line: z.number().int(),
  title: z.string(),
  externalId: z.string().nullable(),
  domain: z.string().nullable(),
  source: z.string().nullable(),
  format: z.string(),
  units: z.array(z.object({ key: z.string(), kind: z.string(), text: z.string() })),
  /** So many units more are not listed. */
  unitsLeft: z.number().int().default(0),
  /** What its annotator reads. */
  parts: z.array(z.object({ title: z.string(), text: z.string() })).default([]),
  /** The labels that came with it, by unit, in words. */
  labels: z.array(z.object({ unit: z.string(), question: z.string(), value: z.string() })).default([]),
  labelled: z.boolean(),
  /** Why nobody is to work on it, in words; null where somebody is. */
  discarded: z.string().nullable(),
  /** Its item is in the project, or earlier in the file: it will not be added again. */
  duplicate: z.boolean(),
  /** Of a duplicate: its item is earlier in the file, and not in the project. */
  repeated: z.boolean().default(false),
})
export type PreviewRecord = z.infer<typeof previewRecordSchema>

/** `content`: id and content, or the content where one side has no id. `id`: the id alone, where the record has one. */
export const identityRules = ['content', 'id'] as const
export type IdentityRule = (typeof identityRules)[number]

/** Why labels of an item that is here are not added to it. */
export const notJoinedReasons = [
  'settled',
  'reopened',
  'discarded',
  'units',
  'votes',
  'unclear',
  'twice',
  'submitted',
  'held',
  'read',
  'apart',
  'text',
] as const
export type NotJoinedReason = (typeof notJoinedReasons)[number]

/** Lines named of each reason; all are counted. */
export const NAMED_LINES = 5

export const notJoinedSchema = z.object({
  reason: z.enum(notJoinedReasons),
  count: z.number().int(),
  /** The first of them. */
  lines: z.array(z.number().int()),
})
export type NotJoined = z.infer<typeof notJoinedSchema>

/** What a file would do under one rule of identity, and what of its labels belongs to items that are here. */
export const fileCountsSchema = z.object({
  newCount: z.number().int(),
  duplicateCount: z.number().int(),
  /** Of the duplicates: their items are earlier in the file, and not in the project. */
  repeatedCount: z.number().int().default(0),
  /** New records that carry labels. */
  labelledCount: z.number().int(),
  here: z.object({
    /** Items here already whose records carry labels. */
    labelled: z.number().int(),
    /** So many of them can take labels of another person. */
    free: z.number().int(),
    notJoined: z.array(notJoinedSchema),
    /** On how many of those that can take labels these members' work came from files before. */
    submitted: z.array(z.object({ userId: z.uuid(), count: z.number().int() })),
  }),
})
export type FileCounts = z.infer<typeof fileCountsSchema>

export const LABEL_CHOICES = ['gold', 'suggestions', 'person', 'ignore'] as const

/** What the manager decides before a checked file is written. */
export const importOptionsSchema = z
  .object({
    /** What becomes of labels that came with the records. */
    labels: z.enum(LABEL_CHOICES).default('ignore'),
    /** Whose submitted work the labels are, when `labels` is `person`: the id of a member. */
    personId: z.uuid().optional(),
    /** Were that person's labels made without sight of others'? Only then do they count for agreement. */
    independent: z.boolean().default(false),
    /** With `person`: how many people label each of these items in all; as the stage says where left out. */
    raters: z.number().int().min(1).max(20).optional(),
    /** When a record is about an item that is here: the same id and content, or the same id whatever its content. */
    identity: z.enum(identityRules).default('content'),
    /** `good`: where some records cannot be imported, the others are; else all records or none. */
    records: z.enum(['all', 'good']).default('all'),
    /** A domain and a source that take the place of the record's for all new items of the file, and tags; what a record says is kept. */
    own: ownFactsSchema.partial().optional(),
    /** Open the tasks at once, or keep them in preparation, so that segments can be repaired first. */
    open: z.boolean().default(true),
  })
  .refine((options) => options.labels !== 'person' || options.personId !== undefined, {
    path: ['personId'],
    message: 'Say whose work the labels are.',
  })
export type ImportOptions = z.infer<typeof importOptionsSchema>
/** As a caller gives them. */
export type ImportOptionsInput = z.input<typeof importOptionsSchema>

export const importSchema = z.object({
  id: z.uuid(),
  projectId: z.uuid(),
  fileName: z.string(),
  byteSize: z.number().int(),
  sha256: z.string().nullable(),
  state: z.enum(importStates),
  /** Titles of the record formats found in the file. */
  format: z.string().nullable(),
  /** 0 to 1, of the upload, the check or the write that is under way. */
  progress: z.number(),
  /** Bytes of the file that are here. */
  received: z.number().int(),
  recordCount: z.number().int(),
  newCount: z.number().int(),
  duplicateCount: z.number().int(),
  /** New records that carry labels. */
  labelledCount: z.number().int(),
  /** Items here already that got the file's labels as somebody's work. */
  joinedCount: z.number().int(),
  problemCount: z.number().int(),
  warningCount: z.number().int(),
  /** Why it failed, in a sentence. */
  error: z.string().nullable(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().nullable(),
  options: importOptionsSchema.nullable(),
})
export type ImportView = z.infer<typeof importSchema>

export const fileReadingSchema = z.object({
  choice: fileChoiceSchema.default({}),
  /** null until the file was looked at. */
  facts: fileFactsSchema.nullable().default(null),
})
export type FileReading = z.infer<typeof fileReadingSchema>

/** What came of the records and of one second file that belongs to them. */
export const joinedFileSchema = z.object({
  /** The field in which a record has its partner. */
  name: z.string(),
  /** What the protocol calls the file; the file itself; null: none came. */
  called: z.string(),
  file: z.string().nullable(),
  /** Records with a partner there, and without. */
  withPartner: z.number().int(),
  without: z.number().int(),
  /** Records of the second file that none belongs to. */
  unused: z.number().int(),
})
export type JoinedFileCounts = z.infer<typeof joinedFileSchema>

export const importDetailSchema = importSchema.extend({
  groups: z.array(problemGroupSchema),
  problems: z.array(importProblemSchema),
  preview: z.array(previewRecordSchema),
  /** What would become of the file by id and content, and by the id alone; null where that makes no difference. */
  byContent: fileCountsSchema,
  byId: fileCountsSchema.nullable(),
  /** What second files have for the records; empty where the protocol has none. */
  joins: z.array(joinedFileSchema).default([]),
  /** Of a written file: items here whose labels in it were left out. */
  notJoined: z.array(notJoinedSchema),
  /** Of a written file: has it brought tasks that the reader can take and begin? */
  hasTasks: z.boolean(),
  /** How many people the first stage asks for. */
  raters: z.number().int(),
  /** Which columns are which fields; null until the file was looked at. */
  file: fileMappingSchema.nullable().default(null),
  /** What kind of file it is, and how it is read where there is a choice. */
  reading: fileReadingSchema.default({ choice: {}, facts: null }),
  /** What columns can be mapped to. */
  targets: mappingTargetsSchema.default({ fields: [], questions: [], ruleDomains: [], domains: [] }),
  /** Is the first stage one of votes? Then labels are votes, which are tallied or left alone. */
  votes: z.boolean(),
  /** Members whose work the labels could be. */
  people: z.array(z.object({ id: z.uuid(), name: z.string(), email: z.string().nullable() })),
})
export type ImportDetail = z.infer<typeof importDetailSchema>

const projectParams = z.object({ projectId: z.uuid() })
const importParams = z.object({ importId: z.uuid() })
const common = { tag: 'imports', auth: 'actor' } as const

export const uploadImportEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/imports',
  summary: `Upload a file of records (JSON, JSON lines, CSV, text, an Excel workbook, Parquet, a log of Inspect; packed with gzip or not; where the protocol has second files, all of them as one tar archive) and have it checked; nothing is added yet. ${LIMITS_TEXT}`,
  params: projectParams,
  query: z.object({
    fileName,
    byteSize: z.coerce.number().int().min(1).optional().meta({
      description:
        'Of the whole file, where the body is its beginning: the rest is sent in parts. A file of the same name, size, time and beginning whose upload broke off goes on',
    }),
    modifiedAt: z.coerce.number().int().min(0).max(8.64e15).optional().meta({
      description: 'When the file was changed last, in milliseconds since 1970',
    }),
  }),
  body: 'bytes',
  response: importSchema,
})

/** Problems named in the answer that refuses a file; GET of the import has more. */
export const NAMED_PROBLEMS = 100
/** So long a caller may wait for a whole import, in seconds. */
const LONGEST_WAIT = 300
const flag = (otherwise: 'true' | 'false') => z.enum(['true', 'false']).default(otherwise)

/** What is decided of a file that is imported in one request. */
export const fileImportSchema = z
  .object({
    fileName,
    labels: importOptionsSchema.shape.labels,
    identity: importOptionsSchema.shape.identity,
    records: importOptionsSchema.shape.records,
    person: z.string().trim().min(1).max(320).optional().meta({
      description: 'With labels=person: whose submitted work the labels are, by e-mail address or id',
    }),
    independent: flag('false').meta({
      description: "With labels=person: were they made without sight of others'? Only then do they count for agreement",
    }),
    raters: z.coerce.number().pipe(z.int32().min(1).max(20)).optional().meta({
      description:
        'With labels=person: how many people label each of these items in all; as the stage says where left out',
    }),
    open: flag('true').meta({ description: 'Open the tasks at once, or keep them in preparation' }),
    domain: ownFactsSchema.shape.domain.unwrap().optional(),
    source: ownFactsSchema.shape.source.unwrap().optional(),
    tags: z
      .string()
      .max(2_000)
      .transform((words) => words.split(',').map((word) => word.trim()))
      .pipe(ownFactsSchema.shape.tags)
      .optional()
      .meta({ description: 'For all new items, with commas between them' }),
    dryRun: flag('false').meta({ description: 'Only check the file, and keep nothing of it' }),
    seconds: z.coerce
      .number()
      .pipe(z.int32().min(1).max(LONGEST_WAIT))
      .default(60)
      .meta({ description: 'How long to wait, once the file is there. What is not done by then is cancelled' }),
  })
  .refine(({ labels, person }) => labels !== 'person' || person !== undefined, {
    path: ['person'],
    message: 'Say whose work the labels are.',
  })
export type FileImport = z.output<typeof fileImportSchema>

export const importedFileSchema = importSchema.extend({
  /** What is worth a look, and, where only records without problems are taken, what is wrong with the others; the first of both. */
  problems: z.array(importProblemSchema),
  /** Items here whose labels in the file were left out. */
  notJoined: z.array(notJoinedSchema),
})
export type ImportedFile = z.infer<typeof importedFileSchema>

export const importFileEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/imports/file',
  summary:
    'Import a file, or several that belong together as one tar archive, in one request that waits: it is checked and written whole, or refused with its problems by line and field and nothing is added. Sent again, it adds nothing again',
  params: projectParams,
  query: fileImportSchema,
  body: 'bytes',
  response: importedFileSchema,
})

export const uploadPartEndpoint = endpoint({
  ...common,
  method: 'PUT',
  path: '/api/imports/{importId}/parts',
  summary:
    'Send the next part of a file whose upload was begun with its size; after the last one it is checked. What arrived before is compared and kept',
  params: importParams,
  query: z.object({
    offset: z.coerce
      .number()
      .int()
      .min(0)
      .meta({
        description: `Where in the file the body begins: a multiple of ${CHUNK_BYTES}, and no later than what is here (received)`,
      }),
  }),
  body: 'bytes',
  response: importSchema,
})

export const listImportsEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/imports',
  summary: 'List the latest imports of a project',
  params: projectParams,
  response: z.object({
    imports: z.array(importSchema),
    formats: z.array(z.object({ title: z.string(), description: z.string() })),
    /** Second files that belong to the records, which are uploaded together with them. */
    join: z.array(z.object({ name: z.string(), file: z.string(), optional: z.boolean() })).default([]),
  }),
})
export type ImportList = z.infer<typeof listImportsEndpoint.response>

export const getImportEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/imports/{importId}',
  summary: 'Read the state of an import, its preview and its problems by line and field',
  params: importParams,
  response: importDetailSchema,
})

export const mapImportEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/imports/{importId}/mapping',
  summary:
    'Say which columns are which fields and labels, and have the file checked anew; null reads records as they stand',
  params: importParams,
  body: z.object({
    mapping: statedMappingSchema.nullable(),
    sheet: z.string().max(100).optional().meta({
      description: 'Of a workbook: the sheet to be read. Its columns are guessed anew, and the mapping does not count',
    }),
    files: fileRolesSchema.optional().meta({
      description:
        'Of several files in one upload: which one has the records, and which is which second file, by its name in the protocol. The mapping does not count',
    }),
  }),
  response: importSchema,
})

export const applyImportEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/imports/{importId}/apply',
  summary: 'Write a checked import: all its records or none, or only those without problems',
  params: importParams,
  body: importOptionsSchema,
  response: importSchema,
})

export const downloadRejectedEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/imports/{importId}/rejected',
  summary:
    'Download the records of a file that cannot be imported, each with its problems, to be mended and uploaded again: CSV where the file is a table, else JSON lines',
  params: importParams,
  response: { stream: ['application/x-ndjson', 'text/csv'] },
})

export const cancelImportEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/imports/{importId}/cancel',
  summary: 'Cancel an import; nothing of it is kept',
  params: importParams,
  response: importSchema,
})
