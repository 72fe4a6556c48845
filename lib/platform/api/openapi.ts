/** The API document (OpenAPI 3.1), made from the same declarations that routes and callers use: it cannot drift. */
import { z } from 'zod'
import type { Endpoint } from './endpoint'
import { PROBLEMS, type ProblemCode, problemSchema } from './problem'

type Schema = Record<string, unknown>

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
  info: { title: string; version: string; description: string }
  tags: { name: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, Schema> }
}

/** The document of these endpoints. */
export function openApi(endpoints: readonly Endpoint[], version: string): ApiDocument {
  const schemas = new SchemaWriter()
  const paths: ApiDocument['paths'] = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] = { ...paths[endpoint.path], [endpoint.method.toLowerCase()]: operation(endpoint, schemas) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Assay',
      version,
      description:
        'Build gold factuality datasets. Send a personal token (made on your account page) as `Authorization: Bearer ...`. Failures are problem details (RFC 9457) with a stable `code`.',
    },
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].sort().map((name) => ({ name })),
    paths,
    components: {
      schemas: { Problem: schemas.write(problemSchema, 'output'), ...schemas.shared },
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A personal token.' },
        session: { type: 'apiKey', in: 'cookie', name: 'next-auth.session-token', description: 'Being signed in.' },
      },
    },
  }
}

const SECURITY: Record<Endpoint['auth'], Operation['security']> = {
  public: [],
  actor: [{ token: [] }, { session: [] }],
  session: [{ session: [] }],
}

function operation(endpoint: Endpoint, schemas: SchemaWriter): Operation {
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    tags: [endpoint.tag],
    security: SECURITY[endpoint.auth],
    parameters: [...parameters(endpoint.params, 'path', schemas), ...parameters(endpoint.query, 'query', schemas)],
    ...(endpoint.body === undefined ? {} : { requestBody: requestBody(endpoint.body, schemas) }),
    responses: { ...success(endpoint.response, schemas), ...failures(endpoint) },
  }
}

/** `GET /api/tasks/{taskId}/answers` becomes `get_tasks_taskId_answers`. */
export const operationId = ({ method, path }: Endpoint): string =>
  [method.toLowerCase(), ...(path.slice('/api/'.length).match(/\w+/g) ?? [])].join('_')

/** Turns zod schemas into JSON Schema, moving what they refer to by name into the document's components. */
class SchemaWriter {
  readonly shared: Record<string, Schema> = {}
  private readonly names = new Map<string, string>()

  write(schema: z.ZodType, io: 'input' | 'output'): Schema {
    // What cannot be said in JSON Schema (a transformation) is left open rather than told wrong.
    const {
      $schema: _dialect,
      $defs,
      ...own
    } = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' })
    if (!$defs) return own
    const places = Object.entries($defs).map(([key, definition]) => [key, this.place(key, definition)] as const)
    const move = <T>(value: T): T =>
      JSON.parse(
        places.reduce(
          (text, [key, name]) => text.replaceAll(`"#/$defs/${key}"`, `"#/components/schemas/${name}"`),
          JSON.stringify(value),
        ),
      )
    for (const [key, name] of places) this.shared[name] = move<Schema>({ ...$defs[key] })
    return move<Schema>(own)
  }

  /** The same definition always goes to the same place. */
  private place(key: string, definition: unknown): string {
    const text = JSON.stringify(definition).replaceAll(`"#/$defs/${key}"`, '"#"')
    const known = this.names.get(text)
    if (known) return known
    const name = key.startsWith('__') ? `Shared${this.names.size + 1}` : key
    this.names.set(text, name)
    return name
  }
}

function parameters(schema: z.ZodType | undefined, where: 'path' | 'query', schemas: SchemaWriter): Schema[] {
  if (!schema) return []
  const { properties = {}, required = [] } = schemas.write(schema, 'input') as {
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

function requestBody(body: NonNullable<Endpoint['body']>, schemas: SchemaWriter): Schema {
  const content =
    body === 'bytes'
      ? { 'application/octet-stream': {} }
      : { 'application/json': { schema: schemas.write(body, 'input') } }
  return { required: true, content }
}

function success(response: Endpoint['response'], schemas: SchemaWriter): Record<string, Schema> {
  if (response === 'empty') return { 204: { description: 'Done.' } }
  if (response instanceof z.ZodType) {
    return {
      200: {
        description: 'The answer.',
        content: { 'application/json': { schema: schemas.write(response, 'output') } },
      },
    }
  }
  return { 200: { description: 'A stream.', content: Object.fromEntries(response.stream.map((media) => [media, {}])) } }
}

function failures(endpoint: Endpoint): Record<string, Schema> {
  const codes: ProblemCode[] = ['internal']
  if (endpoint.params || endpoint.query || endpoint.body) codes.push('invalid_request')
  if (endpoint.auth !== 'public') codes.push('unauthenticated', 'forbidden')
  if (endpoint.params) codes.push('not_found')
  if (endpoint.method !== 'GET') codes.push('conflict', 'rule')
  return Object.fromEntries(
    codes.map((code) => {
      const [status, description] = PROBLEMS[code]
      const schema = { $ref: '#/components/schemas/Problem' }
      return [status, { description, content: { 'application/problem+json': { schema } } }]
    }),
  )
}
