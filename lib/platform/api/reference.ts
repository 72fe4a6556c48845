/** The API document for people: its operations by tag, what each takes and gives in words, and a request to begin with. Pure. */
import { type ApiDocument, type Operation, TOO_LONG } from './openapi'
import type { Schema } from './schema-writer'

/** A word of a type; `schema` names the component that it stands for. */
export interface TypeWord {
  text: string
  schema?: string
}

export interface ReferenceField {
  name: string
  type: TypeWord[]
  required: boolean
  /** What it means, and within which limits. */
  description: string
  example?: string
}

export interface ReferenceOperation {
  id: string
  method: string
  path: string
  summary: string
  /** Who may ask, as a sentence. */
  access: string
  parameters: (ReferenceField & { where: string })[]
  body: { type: TypeWord[] } | null
  /** Of a success: what comes, and as which kinds of file. */
  answers: { status: string; description: string; type: TypeWord[]; media: string[]; example?: string }[]
  /** Statuses of failures. */
  failures: string[]
  /** A request, for a shell. */
  curl: string
}

export interface ReferenceSchema {
  name: string
  fields: ReferenceField[]
  /** Where it is no object: what it is. */
  type: TypeWord[]
}

export interface ReferenceTag {
  name: string
  /** As addresses have it. */
  slug: string
  operations: ReferenceOperation[]
  /** All that the operations refer to, by name. */
  schemas: ReferenceSchema[]
}

type Schemas = ApiDocument['components']['schemas']

const slugOf = (tag: string): string => tag.replaceAll(' ', '-')

/** The tags in the order of the document, with their operations. */
export function referenceOf({ tags, paths, components }: ApiDocument): ReferenceTag[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  )
  return tags.map(({ name }) => {
    const tagOperations = all.filter(({ operation }) => operation.tags.includes(name))
    return {
      name,
      slug: slugOf(name),
      operations: tagOperations.map(({ path, method, operation }) => operationOf(path, method, operation)),
      schemas: schemasOf(
        tagOperations.map(({ operation: { parameters, requestBody, responses } }) => [
          parameters,
          requestBody,
          responses[200],
        ]),
        components.schemas,
      ),
    }
  })
}

/** Each status of a failure with what it means. */
export const failuresIn = ({ components }: ApiDocument): { status: string; description: string }[] =>
  [
    ...Object.entries(components.responses).map(([name, { description }]) => ({
      status: name.replace('Problem', ''),
      description: String(description),
    })),
    ...Object.entries(TOO_LONG).map(([status, { description }]) => ({ status, description })),
  ].sort((one, other) => Number(one.status) - Number(other.status))

type Content = Record<string, { schema?: Schema; example?: unknown }>
const contentOf = (part: Schema | undefined): Content => (part?.content ?? {}) as Content
const written = (example: unknown) => (example === undefined ? {} : { example: JSON.stringify(example, null, 2) })

function operationOf(path: string, method: string, operation: Operation): ReferenceOperation {
  const { operationId: id, summary, security, parameters, requestBody, responses } = operation
  const [sent] = Object.values(contentOf(requestBody))
  const isFailure = (status: string) => Number(status) >= 400
  return {
    id,
    method,
    path,
    summary,
    access: accessOf(security),
    parameters: parameters.map((each) => ({
      ...fieldOf(String(each.name), each.schema as Schema, each.required === true, each.description),
      example: String(each.example ?? ''),
      where: String(each.in),
    })),
    body: sent ? { type: typeOf(sent.schema ?? {}) } : null,
    answers: Object.entries(responses)
      .filter(([status]) => !isFailure(status))
      .map(([status, response]) => {
        const content = contentOf(response)
        const [first] = Object.values(content)
        return {
          status,
          description: String(response.description),
          type: first ? typeOf(first.schema ?? {}) : [],
          media: Object.keys(content),
          ...written(first?.example),
        }
      }),
    failures: Object.keys(responses).filter(isFailure),
    curl: curlOf(path, method, operation),
  }
}

function accessOf(security: Operation['security']): string {
  if (security.length === 0) return 'For everybody, without signing in.'
  return security.some((each) => 'token' in each)
    ? 'With a personal token, or signed in.'
    : 'Signed in only: a personal token cannot do this.'
}

/** A request as a shell takes it, of what must be given. */
function curlOf(path: string, method: string, { parameters, requestBody, security }: Operation): string {
  const exampleOf = (name: string) =>
    encodeURIComponent(String(parameters.find((each) => each.name === name)?.example ?? name))
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => exampleOf(name))
  const query = parameters
    .filter((each) => each.in === 'query' && each.required === true)
    .map(({ name }) => `${name}=${exampleOf(String(name))}`)
  const [media, sent] = Object.entries(contentOf(requestBody))[0] ?? []
  const body =
    sent?.example === undefined ? '--data-binary @FILE' : `-d ${quoted(JSON.stringify(sent.example, null, 1))}`
  return [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"$ASSAY_URL${address}${query.length > 0 ? `?${query.join('&')}` : ''}"`,
    ...(security.some((each) => 'token' in each) ? ['-H "Authorization: Bearer $ASSAY_TOKEN"'] : []),
    ...(media ? [`-H 'content-type: ${media}'`, body] : []),
  ].join(' \\\n  ')
}

/** In single quotes, within which a shell reads everything as it stands. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

function fieldOf(name: string, schema: Schema, required: boolean, ownDescription?: unknown): ReferenceField {
  const description = [ownDescription ?? schema.description, limitsOf(schema)].filter(Boolean).join('. ')
  return { name, type: typeOf(schema), required, description }
}

/** Bounds that a type leaves open, in words. */
function limitsOf(schema: Schema): string {
  const { minimum, maximum, maxLength, maxItems } = schema
  const [least, most] = [minimum, maximum].map((bound) => (isBound(bound) ? String(bound) : undefined))
  const parts = [
    least !== undefined && most !== undefined ? `${least} to ${most}` : least !== undefined ? `At least ${least}` : '',
    least === undefined && most !== undefined ? `At most ${most}` : '',
    isBound(maxLength) ? `At most ${maxLength} characters` : '',
    isBound(maxItems) ? `At most ${maxItems}` : '',
    'default' in schema ? `${JSON.stringify(schema.default)} unless given` : '',
  ]
  return parts.filter(Boolean).join('. ')
}

/** The bounds of 32 and 53 bits are those of numbers as such. */
const isBound = (value: unknown): value is number =>
  typeof value === 'number' &&
  Math.abs(value) !== Number.MAX_SAFE_INTEGER &&
  value !== 2 ** 31 - 1 &&
  value !== -(2 ** 31)

const word = (text: string): TypeWord[] => [{ text }]
const MOST_VALUES = 40

/** What a schema takes, in words and names of components. */
export function typeOf(schema: Schema): TypeWord[] {
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return [{ text: name, schema: name }]
  }
  if ('const' in schema) return word(JSON.stringify(schema.const))
  if (Array.isArray(schema.enum)) return word(valuesOf(schema.enum))
  const choices = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices)) return joined(choices.map((each) => typeOf(each as Schema)))
  if (Array.isArray(schema.type)) return joined(schema.type.map((type) => typeOf({ ...schema, type })))
  return ofType(schema)
}

function ofType({ type, format, items, prefixItems, additionalProperties }: Schema): TypeWord[] {
  if (type === 'array' && Array.isArray(prefixItems))
    return [
      { text: '[' },
      ...joined(
        prefixItems.map((each) => typeOf(each as Schema)),
        ', ',
      ),
      { text: ']' },
    ]
  if (type === 'array') return [{ text: 'list of ' }, ...typeOf((items ?? {}) as Schema)]
  if (type === 'object' && typeof additionalProperties === 'object')
    return [{ text: 'map by name of ' }, ...typeOf(additionalProperties as Schema)]
  if (type === 'string' && format === 'binary') return word('the bytes of a file')
  if (typeof type !== 'string') return word('any JSON')
  return word(typeof format === 'string' ? `${type} (${format})` : type)
}

function valuesOf(values: unknown[]): string {
  const listedValues = values.slice(0, MOST_VALUES).map((value) => JSON.stringify(value))
  return `${listedValues.join(' | ')}${values.length > listedValues.length ? ` | … (${values.length})` : ''}`
}

const joined = (parts: TypeWord[][], separator = ' or '): TypeWord[] =>
  parts.flatMap((part, index) => (index === 0 ? part : [{ text: separator }, ...part]))

/** The components that these parts of a document refer to, and all that those do. */
function schemasOf(parts: unknown, schemas: Schemas): ReferenceSchema[] {
  const found = new Set<string>()
  const waiting: unknown[] = [parts]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    for (const [key, inner] of Object.entries(value)) {
      const name = key === '$ref' && typeof inner === 'string' ? (inner.split('/').at(-1) ?? '') : ''
      if (name === '') waiting.push(inner)
      else if (name in schemas && !found.has(name)) {
        found.add(name)
        waiting.push(schemas[name])
      }
    }
  }
  return [...found].sort().map((name) => schemaOf(name, schemas[name] ?? {}))
}

function schemaOf(name: string, schema: Schema): ReferenceSchema {
  const required = new Set(Array.isArray(schema.required) ? schema.required : [])
  const fields = Object.entries((schema.properties ?? {}) as Schemas).map(([field, each]) =>
    fieldOf(field, each, required.has(field)),
  )
  return { name, fields, type: fields.length > 0 ? [] : typeOf(schema) }
}
