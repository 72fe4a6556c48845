import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import type { Definition } from '@/lib/protocols/language/definition'

/** Of the name of a file of records, as tests name it. */
const RECORD_FILE = /^[\w][\w. -]{0,99}$/

/** A file of records beside the protocol file, as its tests name it. */
const recordFileSchema = z.object({
  name: z.string().regex(RECORD_FILE, 'Name the file as the tests do, such as "sample.jsonl".'),
  text: z.string(),
})
export type RecordFile = z.infer<typeof recordFileSchema>

export const protocolFileBody = z.object({
  /** The text of the file, YAML. */
  source: z.string(),
  /** Files of records that its tests name. */
  files: z.array(recordFileSchema).max(10).default([]),
})
export type ProtocolFileBody = z.infer<typeof protocolFileBody>

/** What is wrong with a file: line and column from 1, and a way out. */
export const fileProblemSchema = z.object({
  line: z.number().int(),
  column: z.number().int(),
  message: z.string(),
  fix: z.string(),
})

/** One version in the list, or a protocol that is built in. */
export const protocolEntrySchema = z.object({
  /** What projects call it: `id@version`; of one that is built in its id. */
  protocolId: z.string(),
  id: z.string(),
  version: z.number().int(),
  title: z.string(),
  summary: z.string(),
  source: z.object({ paper: z.string(), section: z.string() }),
  builtIn: z.boolean(),
  /** Is there no newer version? */
  newest: z.boolean(),
  createdAt: z.iso.datetime().nullable(),
  /** The name of the person who published it. */
  createdBy: z.string().nullable(),
})
export type ProtocolEntry = z.infer<typeof protocolEntrySchema>

const definitionSchema = z.json() as unknown as z.ZodType<Definition>

export const protocolVersionSchema = protocolEntrySchema.extend({
  /** The file as it was published. */
  text: z.string(),
  files: z.array(recordFileSchema),
  /** SHA-256 of the text, in hexadecimal. */
  hash: z.string(),
  definition: definitionSchema,
  /** May the reader take it out of the list? */
  removable: z.boolean(),
  /** The version before it, and what changed since, those changes first that would touch stored answers; null: there is none. */
  previous: z
    .object({
      version: z.number().int(),
      changes: z.array(z.object({ weight: z.enum(['labels', 'work', 'text']), at: z.string(), message: z.string() })),
    })
    .nullable(),
})
export type ProtocolVersionView = z.infer<typeof protocolVersionSchema>

/** What a file says, or what is wrong with it. */
export const fileCheckSchema = z.object({
  problems: z.array(fileProblemSchema),
  /** null while there are problems that keep it from being read; tests that fail leave it. */
  definition: definitionSchema.nullable(),
  /** The record of its first test, to try it with. */
  record: z.json().nullable(),
  /** Of how many tests. */
  tests: z.number().int(),
})
export type FileCheckView = z.infer<typeof fileCheckSchema>

/** Longer lists are cut: one fault often makes others. */
export const MOST_PROBLEMS = 200

const versionParams = z.object({
  id: z.string().max(60),
  version: z.coerce.number().int().min(1).max(1_000_000),
})

const common = { tag: 'protocols', auth: 'actor' } as const

export const listProtocolsEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/protocols',
  summary:
    'The protocols that projects can be made under: those built in, and versions of files. Of files, those of the projects that one manages where one may not create projects',
  response: z.object({ protocols: z.array(protocolEntrySchema) }),
})

export const publishProtocolEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/protocols',
  summary:
    'Publish a version of a protocol file. It is checked and its tests are run; problems come as `issues`, each with line and column. The same file again changes nothing',
  cost: 10,
  body: protocolFileBody,
  response: protocolVersionSchema,
})

export const checkProtocolEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/protocol-checks',
  summary: 'Check a protocol file and run its tests: every problem with line and column. Nothing is kept',
  cost: 3,
  body: protocolFileBody,
  response: fileCheckSchema,
})

export const getProtocolEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/protocols/{id}/{version}',
  summary: 'A version of a protocol file: its text, the records that its tests name, and what it means',
  params: versionParams,
  response: protocolVersionSchema,
})

export const removeProtocolEndpoint = endpoint({
  ...common,
  method: 'DELETE',
  path: '/api/protocols/{id}/{version}',
  summary: 'Take a version that no project uses out of the list. Its name is never given to another',
  params: versionParams,
  response: 'empty',
})

export const protocolSchemaEndpoint = endpoint({
  method: 'GET',
  path: '/api/schemas/protocol.json',
  summary: 'The JSON Schema of a protocol file',
  tag: 'protocols',
  auth: 'public',
  anonymous: true,
  response: { stream: ['application/schema+json'] },
})
