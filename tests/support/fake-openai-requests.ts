/**
 * What requests to Chat Completions and Embeddings have to look like: the library's own types written as checks (every
 * field is held against them by `satisfies`), and the rules of strict structured outputs. Fields beyond it are refused.
 */
import type OpenAI from 'openai'
import { z } from 'zod'

type ChatParams = OpenAI.ChatCompletionCreateParamsNonStreaming
type EmbeddingParams = OpenAI.EmbeddingCreateParams
/** Checks of some of a type's fields, and of none that it does not have. */
type Shape<T> = { [K in keyof T]?: z.ZodType<T[K]> }

const message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string().min(1) }),
  z.strictObject({ role: z.literal('user'), content: z.string().min(1) }),
])

const responseFormat = z.strictObject({
  type: z.literal('json_schema'),
  json_schema: z.strictObject({
    name: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
    strict: z.literal(true),
    schema: z.record(z.string(), z.json()),
  }),
})

const chatShape = {
  model: z.string().min(1),
  messages: z.array(message).min(1),
  temperature: z.number().min(0).max(2).optional(),
  seed: z.int().optional(),
  max_tokens: z.int().min(1).optional(),
  max_completion_tokens: z.int().min(1).optional(),
  response_format: responseFormat.optional(),
} satisfies Shape<ChatParams>

const embeddingShape = {
  model: z.string().min(1),
  input: z.union([z.string().min(1), z.array(z.string().min(1)).min(1).max(2_048)]),
  encoding_format: z.enum(['float', 'base64']).optional(),
} satisfies Shape<EmbeddingParams>

const chatSchema = z.strictObject(chatShape)
const embeddingSchema = z.strictObject(embeddingShape)
export type ChatBody = z.infer<typeof chatSchema>
export type EmbeddingBody = z.infer<typeof embeddingSchema>

/** The body of a chat, or what is wrong with it. */
export function checkChat(body: unknown): ChatBody | { problem: string } {
  const parsed = chatSchema.safeParse(body)
  if (!parsed.success) return { problem: z.prettifyError(parsed.error) }
  const schema = parsed.data.response_format?.json_schema.schema
  const problem = schema ? strictProblem(schema) : null
  return problem ? { problem } : parsed.data
}

export function checkEmbedding(body: unknown): EmbeddingBody | { problem: string } {
  const parsed = embeddingSchema.safeParse(body)
  return parsed.success ? parsed.data : { problem: z.prettifyError(parsed.error) }
}

/** Keywords that strict structured outputs know. */
const KNOWN = new Set(
  (
    '$schema $ref $defs type properties required additionalProperties enum const anyOf items title description ' +
    'minItems maxItems minimum maximum exclusiveMinimum exclusiveMaximum multipleOf pattern format'
  ).split(' '),
)

const FORMATS = new Set('date-time time date duration email hostname ipv4 ipv6 uuid'.split(' '))

/** Why strict structured outputs would refuse a schema; null: they would not. */
export function strictProblem(schema: Readonly<Record<string, unknown>>): string | null {
  if (schema.type !== 'object') return 'the root of a schema has to be an object'
  return problemIn(schema, 'schema')
}

function problemIn(schema: unknown, path: string): string | null {
  if (!isRecord(schema)) return `${path} is not a schema`
  const unknown = Object.keys(schema).find((key) => !KNOWN.has(key))
  if (unknown) return `${path}: "${unknown}" is not permitted`
  if (typeof schema.format === 'string' && !FORMATS.has(schema.format))
    return `${path}: the format "${schema.format}" is not permitted`
  return objectProblem(schema, path) ?? firstProblem(partsOf(schema, path))
}

function objectProblem(schema: Record<string, unknown>, path: string): string | null {
  if (schema.type !== 'object') return null
  if (schema.additionalProperties !== false) return `${path}: additionalProperties has to be false`
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const left = Object.keys(isRecord(schema.properties) ? schema.properties : {}).find((key) => !required.has(key))
  return left ? `${path}: "${left}" has to be required` : null
}

/** The schemas inside a schema, with their places. */
function partsOf(schema: Record<string, unknown>, path: string): [unknown, string][] {
  const named = ['properties', '$defs'].flatMap((key) =>
    Object.entries(isRecord(schema[key]) ? schema[key] : {}).map(([name, part]): [unknown, string] => [
      part,
      `${path}.${name}`,
    ]),
  )
  const choices = Array.isArray(schema.anyOf) ? schema.anyOf : []
  return [
    ...named,
    ...(schema.items === undefined ? [] : [[schema.items, `${path}[]`] as [unknown, string]]),
    ...choices.map((part, index): [unknown, string] => [part, `${path}|${index}`]),
  ]
}

function firstProblem(parts: readonly [unknown, string][]): string | null {
  for (const [part, path] of parts) {
    const problem = problemIn(part, path)
    if (problem) return problem
  }
  return null
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
