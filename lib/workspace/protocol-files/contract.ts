import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import type { Definition } from '@/lib/protocols/language/definition'

/** Of the name of a file of records, as tests name it. */
const RECORD_FILE = /^[\w][\w. -]{0,99}$/

/** A file of records beside the protocol file, as its tests name it. */
export const recordFileSchema = z.object({
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

/** What a change would make wrong in a project, and how often it is there; only what is there. */
const storedSchema = z.object({
  what: z.enum([
    'answers',
    'gold answers',
    'suggestions',
    'submitted annotations',
    'tasks being settled',
    'gold',
    'items',
  ]),
  count: z.number().int(),
})
export type StoredCount = z.infer<typeof storedSchema>

/** From the version of a project to another of the same protocol, and whether the project can move there. */
export const versionChangeSchema = z.object({
  from: z.number().int(),
  to: z.number().int(),
  /** What is another, those changes first that touch stored answers. */
  changes: z.array(
    z.object({
      weight: z.enum(['labels', 'work', 'text']),
      at: z.string(),
      message: z.string(),
      /** Can no project follow it? */
      never: z.boolean(),
      /** What of this project it touches. */
      stored: z.array(storedSchema),
      /**
       * What the file says becomes of that: `renamed`: it counts under another name; `dropped`: it is kept and no longer counts; `asked`: finished
       * items can be asked; `derived`: gold is derived again. null: nothing, so that what is touched stands against the move.
       */
      handled: z.enum(['renamed', 'dropped', 'asked', 'derived']).nullable(),
    }),
  ),
  /** Questions that finished items can be asked, and how many lack an answer; null: there are none. */
  asks: z
    .object({
      questions: z.array(z.string()),
      finished: z.number().int(),
      /** Must they be asked, because no answer would count as one? */
      must: z.boolean(),
    })
    .nullable(),
  /** Does it take the last move back? Then everything is as it was before that. */
  undoes: z.boolean(),
  /** Why the project cannot move, a sentence each; none: it can. */
  reasons: z.array(z.string()),
})
export type VersionChangeView = z.infer<typeof versionChangeSchema>

/** Whether items that are finished are asked what a version asks anew. */
export const finishedSchema = z.enum(['ask', 'leave'])
export type Finished = z.infer<typeof finishedSchema>

/** What a move did, as it is kept with it. */
export const moveSummarySchema = z.object({
  renamed: z.array(z.object({ at: z.string(), from: z.string(), to: z.string(), answers: z.number().int() })),
  dropped: z.array(z.object({ at: z.string(), value: z.string().nullable(), answers: z.number().int() })),
  asked: z.array(z.string()),
  finished: finishedSchema.nullable(),
  /** Items that were asked again. */
  reopened: z.number().int(),
  /** By stage, the measures under which answers given before say nothing. */
  unmeasured: z.record(z.string(), z.array(z.string())),
})
export type MoveSummary = z.infer<typeof moveSummarySchema>

/** The versions that a project can ask for; none under a protocol that is built in. */
export const projectVersionsSchema = z.object({
  protocolId: z.string(),
  version: z.number().int(),
  /** The highest first, with the project's own. */
  versions: z.array(z.object({ version: z.number().int(), title: z.string(), createdAt: z.iso.datetime() })),
})
export type ProjectVersionsView = z.infer<typeof projectVersionsSchema>

/** What a file says, or what is wrong with it. */
export const fileCheckSchema = z.object({
  problems: z.array(fileProblemSchema),
  /** What does not keep it from being published: what records of its tests are warned of, tests that show little, what was not checked yet. */
  warnings: z.array(fileProblemSchema),
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

const projectParams = z.object({ projectId: z.string() })
const projectVersionParams = projectParams.extend({ version: z.coerce.number().int().min(1).max(1_000_000) })

export const listProjectVersionsEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/protocol-versions',
  summary: "The versions of a project's protocol file that are in the list",
  params: projectParams,
  response: projectVersionsSchema,
})

export const getVersionChangeEndpoint = endpoint({
  ...common,
  method: 'GET',
  path: '/api/projects/{projectId}/protocol-versions/{version}',
  summary:
    'What moving a project to another version of its protocol file would mean: each change, with what it touches in the project. Nothing is changed',
  cost: 3,
  params: projectVersionParams,
  response: versionChangeSchema,
})

export const changeVersionEndpoint = endpoint({
  ...common,
  method: 'POST',
  path: '/api/projects/{projectId}/protocol-versions/{version}',
  summary:
    'Move a project to another version of its protocol file, or back, while that makes nothing wrong that is stored; `from` is the version that it has, `finished` whether finished items are asked what is new',
  cost: 3,
  params: projectVersionParams,
  body: z.object({
    from: z.number().int().min(1).max(1_000_000),
    /** Must be said where the difference names questions that finished items lack. */
    finished: finishedSchema.optional(),
  }),
  response: versionChangeSchema,
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
