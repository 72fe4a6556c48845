import { expect, test } from 'vitest'
import { z } from 'zod'
import { refusedChanges } from '@/lib/platform/api/breaking-changes'
import { endpoint } from '@/lib/platform/api/endpoint'
import { openApi } from '@/lib/platform/api/openapi'
import { apiDocument } from './api-document'
import { endpoints } from './endpoints'
import { inLines, KEPT_DOCUMENT, readKept } from './kept-document'

const document = apiDocument()
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

/** Every value under a key, at any depth. */
function valuesOf(value: unknown, key: string): unknown[] {
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, inner]) => [...(name === key ? [inner] : []), ...valuesOf(inner, key)])
}

function resolve(reference: string): unknown {
  const steps = reference.slice('#/'.length).split('/')
  return steps.reduce<unknown>(
    (at, step) => (at && typeof at === 'object' ? Object.entries(at).find(([name]) => name === step)?.[1] : undefined),
    document,
  )
}

test('every endpoint has exactly one operation', () => {
  const addresses = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  expect(addresses.sort()).toEqual(endpoints.map(({ method, path }) => `${method.toLowerCase()} ${path}`).sort())
})

test('operations have plain names of their own, which no schema has', () => {
  const names = operations.map(({ operationId }) => operationId)
  expect(names.filter((name) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([])
  expect(new Set(names).size).toBe(endpoints.length)
})

test('components are called after what they are, and none is only itself', () => {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    expect(name).toMatch(/^[A-Z][A-Za-z0-9]*$/)
    expect(name).not.toMatch(/^Shared|Schema\d*$/)
    expect(Object.keys(schema), name).not.toEqual(['$ref'])
    expect(isMadeOf(name, name), name).toBe(false)
  }
})

/** Is a value of the one always a value of the other, with nothing else around it? */
function isMadeOf(name: string, other: string, seen: readonly string[] = []): boolean {
  const { anyOf, oneOf, allOf, $ref } = document.components.schemas[name] ?? {}
  const parts = [{ $ref }, ...[anyOf, oneOf, allOf].flatMap((each) => (Array.isArray(each) ? each : []))]
  const named = parts.flatMap((part) => (typeof part.$ref === 'string' ? [String(part.$ref.split('/').at(-1))] : []))
  return named.some((each) => each === other || (!seen.includes(each) && isMadeOf(each, other, [...seen, each])))
}

test('every object within the document has a name', () => {
  const unnamed = (value: unknown, isComponent: boolean): unknown[] => {
    if (value === null || typeof value !== 'object') return []
    const isObject = 'type' in value && value.type === 'object' && 'properties' in value
    return [
      ...(isObject && !isComponent ? [value] : []),
      ...Object.values(value).flatMap((inner) => unnamed(inner, false)),
    ]
  }
  const { schemas, responses } = document.components
  expect([
    ...Object.values(schemas).flatMap((schema) => unnamed(schema, true)),
    ...unnamed([operations, responses], false),
  ]).toEqual([])
})

test('whatever is sent or answered has a schema; files are binary', () => {
  const contents = valuesOf([document.paths, document.components.responses], 'content').flatMap((content) =>
    Object.entries(content as Record<string, { schema?: unknown }>),
  )
  expect(contents.length).toBeGreaterThan(endpoints.length)
  for (const [media, { schema }] of contents) {
    expect(schema, media).toBeDefined()
    if (media === 'application/octet-stream') expect(schema).toEqual({ type: 'string', format: 'binary' })
  }
})

test('patterns are such as validators in other languages read', () => {
  const patterns = valuesOf(document, 'pattern').map(String)
  expect(patterns).toContain('^[0-9a-f]{32}$')
  // Classes by name, points by number in braces and named groups are written differently elsewhere; every one is a pattern without flags.
  expect(patterns.filter((pattern) => /\\[pP]\{|\\u\{|\(\?[<iP]/.test(pattern))).toEqual([])
  for (const pattern of patterns) expect(() => new RegExp(pattern)).not.toThrow()
})

test('lists say what they hold', () => {
  const lists = (value: unknown): object[] =>
    value === null || typeof value !== 'object'
      ? []
      : [...('type' in value && value.type === 'array' ? [value] : []), ...Object.values(value).flatMap(lists)]
  expect(lists(document).length).toBeGreaterThan(100)
  for (const list of lists(document)) {
    const { items, prefixItems } = list as { items?: unknown; prefixItems?: unknown }
    expect(typeof (items ?? prefixItems), JSON.stringify(list)).toBe('object')
    expect(items).not.toBe(false)
  }
})

test('is what docs/openapi.json says', () => {
  const kept = readKept()
  expect(refusedChanges(JSON.parse(kept), document)).toEqual([])
  expect(kept === inLines(document), `run "npm run openapi" to write ${KEPT_DOCUMENT} anew`).toBe(true)
})

test('every reference leads somewhere', () => {
  const references = valuesOf(document, '$ref')
  expect(references.length).toBeGreaterThan(0)
  for (const reference of references) expect(resolve(String(reference)), String(reference)).toBeDefined()
})

test('every parameter in an address is described, and no other', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort()
    for (const { parameters } of Object.values(methods)) {
      expect(
        parameters
          .filter((each) => each.in === 'path')
          .map((each) => each.name)
          .sort(),
        path,
      ).toEqual(inPath)
    }
  }
})

test('it is plain JSON: nothing is lost on the way', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
})

test('an endpoint, word for word', () => {
  const example = endpoint({
    method: 'POST',
    path: '/api/cups/{cupId}/fill',
    summary: 'Fill a cup',
    tag: 'cups',
    auth: 'session',
    params: z.object({ cupId: z.uuid() }),
    query: z.object({ level: z.coerce.number().int().default(1) }),
    body: z.object({ drink: z.string().trim() }),
    response: 'empty',
  })
  const made = openApi([example], '1', { operations: new Map([[example, 'fillCup']]), schemas: new Map() })
  const operation = made.paths['/api/cups/{cupId}/fill']?.post
  expect(operation).toMatchObject({
    operationId: 'fillCup',
    summary: 'Fill a cup',
    tags: ['cups'],
    security: [{ session: [] }],
    parameters: [
      { name: 'cupId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      { name: 'level', in: 'query', required: false, schema: { default: 1 } },
    ],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/FillCupRequest' } } },
    },
  })
  expect(made.components.schemas.FillCupRequest).toEqual({
    type: 'object',
    properties: { drink: { type: 'string' } },
    required: ['drink'],
    additionalProperties: false,
  })
  const statuses = [204, 400, 401, 403, 404, 409, 413, 421, 422, 429, 431, 500, 503]
  expect(Object.keys(operation?.responses ?? {})).toEqual(statuses.map(String))
})

/** Sums of money are kept in columns of eight bytes or as JSON; a seed and the size of a file that is only sampled are kept nowhere. */
const WIDE = new Set(['budgetMicro', 'byteSize', 'input', 'modifiedAt', 'offset', 'output', 'seed'])

function integersOf(node: unknown, name: string): { name: string; minimum: number; maximum: number }[] {
  if (node === null || typeof node !== 'object') return []
  if ('$ref' in node) return integersOf(resolve(String(node.$ref)), name)
  const inner = Object.entries(node).flatMap(([key, value]) =>
    integersOf(value, /^(anyOf|items|\d+)$/.test(key) ? name : key),
  )
  if (!('type' in node && node.type === 'integer')) return inner
  const bound = (key: string) => Number(Object.entries(node).find(([each]) => each === key)?.[1])
  return [...inner, { name, minimum: bound('minimum'), maximum: bound('maximum') }]
}

test('no whole number is taken that a column of the database could not hold', () => {
  const taken = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ parameters, requestBody }) => [
      ...parameters.flatMap(({ name, schema }) => integersOf(schema, String(name))),
      ...integersOf(requestBody, ''),
    ]),
  )
  expect(taken.length).toBeGreaterThan(50)
  const tooWide = taken.filter(
    ({ name, minimum, maximum }) => !WIDE.has(name) && !(minimum >= -(2 ** 31) && maximum < 2 ** 31),
  )
  expect(tooWide).toEqual([])
})
