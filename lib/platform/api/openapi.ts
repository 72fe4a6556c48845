/** The API document (OpenAPI 3.1), made from the same declarations that routes and callers use: it cannot drift. */
import { z } from 'zod'
import { type Endpoint, isFile } from './endpoint'
import { ExampleWriter } from './examples'
import { failuresOf } from './failures'
import { PROBLEMS, problemSchema } from './problem'
import { type Schema, SchemaWriter } from './schema-writer'

/** What programs call the endpoints, and the schemas that they share: as the contracts export them. */
export interface ApiNames {
  operations: ReadonlyMap<Endpoint, string>
  schemas: ReadonlyMap<z.ZodType, string>
}

export interface Operation {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters: Schema[]
  requestBody?: Schema
  responses: Record<string, Schema>
}

export interface ApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, Schema>
    securitySchemes: Record<string, Schema>
  }
}

/** The document of these endpoints. @throws where an endpoint has no name, or two things have the same */
export function openApi(endpoints: readonly Endpoint[], version: string, names: ApiNames): ApiDocument {
  const operations = endpoints.map((endpoint) => [endpoint, operationId(endpoint, names)] as const)
  const schemas = new SchemaWriter([[problemSchema, 'Problem'], ...names.schemas, ...operations.flatMap(ownSchemas)])
  const paths: ApiDocument['paths'] = {}
  for (const [endpoint, name] of operations) {
    const method = endpoint.method.toLowerCase()
    paths[endpoint.path] = { ...paths[endpoint.path], [method]: operation(endpoint, name, schemas) }
  }
  const document: ApiDocument = {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version,
      description:
        'Build gold factuality datasets. Send a personal token (made on your account page) as `Authorization: Bearer ...`. Failures are problem details (RFC 9457) with a stable `code`. A method that an address does not have is answered with `405`, an address that there is not with `404`.',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].sort().map((name) => ({ name })),
    paths,
    components: {
      schemas: {},
      responses: problemResponses(schemas),
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A personal token.' },
        session: { type: 'apiKey', in: 'cookie', name: 'next-auth.session-token', description: 'Being signed in.' },
      },
    },
  }
  return withExamples(schemas.complete(document), operations)
}

/** An example of everything that is sent and answered as JSON, and of every parameter. */
function withExamples(document: ApiDocument, operations: readonly (readonly [Endpoint, string])[]): ApiDocument {
  const { schemas } = document.components
  const [sent, answered] = [new ExampleWriter(schemas, 'input'), new ExampleWriter(schemas, 'output')]
  const ofContent = (content: unknown, writer: ExampleWriter) => {
    const json = (content as Record<string, Schema> | undefined)?.['application/json']
    if (json) json.example = writer.write(json.schema as Schema, '')
  }
  for (const [{ method, path }] of operations) {
    const operation = document.paths[path]?.[method.toLowerCase()]
    if (!operation) continue
    for (const parameter of operation.parameters) {
      parameter.example = sent.write(parameter.schema as Schema, String(parameter.name))
    }
    ofContent(operation.requestBody?.content, sent)
    ofContent(operation.responses[200]?.content, answered)
  }
  for (const [status, code, detail] of problemExamples()) {
    const content = document.components.responses[`Problem${status}`]?.content as Record<string, Schema>
    const media = content['application/problem+json']
    if (media) media.example = { type: 'about:blank', title: detail, status, code, detail }
  }
  return document
}

/** Of each status its first code. */
const problemExamples = (): [number, string, string][] =>
  Object.entries(PROBLEMS)
    .map(([code, [status, sentence]]): [number, string, string] => [status, code, sentence])
    .filter(([status], index, all) => all.findIndex(([other]) => other === status) === index)

const SECURITY: Record<Endpoint['auth'], Operation['security']> = {
  public: [],
  actor: [{ token: [] }, { session: [] }],
  session: [{ session: [] }],
}

function operationId(endpoint: Endpoint, { operations }: ApiNames): string {
  const name = operations.get(endpoint)
  if (!name) throw new Error(`${endpoint.method} ${endpoint.path} has no name.`)
  return name
}

/** What only this endpoint takes or answers with is named after it. */
function ownSchemas([{ params, query, body, response }, name]: readonly [Endpoint, string]): [z.ZodType, string][] {
  const parts = { Params: params, Query: query, Request: body, Response: response }
  return Object.entries(parts).flatMap(([part, schema]) =>
    schema instanceof z.ZodType ? [[schema, `${name}${part}`] satisfies [z.ZodType, string]] : [],
  )
}

function operation(endpoint: Endpoint, name: string, schemas: SchemaWriter): Operation {
  return {
    operationId: name,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    security: SECURITY[endpoint.auth],
    parameters: [
      ...parameters(endpoint.params, 'path', schemas),
      ...parameters(endpoint.query, 'query', schemas),
      ...(endpoint.tagged ? [IF_NONE_MATCH] : []),
    ],
    ...(endpoint.body === undefined ? {} : { requestBody: requestBody(endpoint.body, schemas) }),
    responses: { ...success(endpoint, schemas), ...failures(endpoint), ...(endpoint.query ? TOO_LONG : {}) },
  }
}

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query', schemas: SchemaWriter): Schema[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemas.inputOf(schema) as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: property,
  }))
}

/** What is JSON itself is read as such, so its form is not that of bytes. */
const JSON_FILE = /[/+]json$/
const ANY: Schema = {}
const BINARY: Schema = { type: 'string', format: 'binary' }

function requestBody(body: NonNullable<Endpoint['body']>, schemas: SchemaWriter): Schema {
  const content =
    body === 'bytes'
      ? { 'application/octet-stream': { schema: BINARY } }
      : { 'application/json': { schema: schemas.reference(body, 'input') } }
  // Nothing counts as an empty object (lib/platform/server/handle.ts).
  return { required: body === 'bytes' || !body.safeParse({}).success, content }
}

const IF_NONE_MATCH: Schema = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of the bytes that you have. Where they are still the same, the answer is 304 without them.',
  schema: { type: 'string' },
}
const ETAG: Schema = { description: 'The name of these bytes; other bytes have another.', schema: { type: 'string' } }

function success({ response, tagged }: Endpoint, schemas: SchemaWriter): Record<string, Schema> {
  if (response === 'empty') return { 204: { description: 'Done.' } }
  if (response instanceof z.ZodType) {
    return {
      200: {
        description: 'The answer.',
        content: { 'application/json': { schema: schemas.reference(response, 'output') } },
      },
    }
  }
  if (!isFile(response))
    return {
      200: { description: 'Events, as they happen.', content: { 'text/event-stream': { schema: ANY } } },
    }
  // First what every client can keep as it comes; whoever asks for it by name gets it (lib/platform/server/handle.ts).
  const media = ['application/octet-stream', ...response.stream]
  const content = Object.fromEntries(media.map((each) => [each, { schema: JSON_FILE.test(each) ? ANY : BINARY }]))
  if (!tagged) return { 200: { description: 'A file.', content } }
  const headers = { ETag: ETAG }
  return {
    200: { description: 'A file.', headers, content },
    304: { description: 'You have these bytes already.', headers },
  }
}

/** One a status, which says what the codes of problems mean that have it. */
function problemResponses(schemas: SchemaWriter): Record<string, Schema> {
  const content = { 'application/problem+json': { schema: schemas.reference(problemSchema, 'output') } }
  const sentences = new Map<number, string[]>()
  for (const [code, [status, sentence]] of Object.entries(PROBLEMS))
    sentences.set(status, [...(sentences.get(status) ?? []), `\`${code}\`: ${sentence}`])
  return Object.fromEntries(
    [...sentences].map(([status, each]) => [
      `Problem${status}`,
      { description: each.join(' '), content: structuredClone(content) },
    ]),
  )
}

/** Answered by Node, before anything of ours reads the request. */
export const TOO_LONG = {
  431: {
    description:
      'Address and head together are longer than 16 kB. Answered without a problem detail: nothing was read.',
  },
} as const

const failures = (endpoint: Endpoint): Record<string, Schema> =>
  Object.fromEntries(
    [...new Set(failuresOf(endpoint).map((code) => PROBLEMS[code][0]))].map((status) => [
      status,
      { $ref: `#/components/responses/Problem${status}` },
    ]),
  )
