import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { openApi, operationId } from '@/lib/platform/api/openapi'
import { endpoints } from './endpoints'

const document = openApi(endpoints, '1.2.3')

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
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  )
  expect(operations.sort()).toEqual(endpoints.map(({ method, path }) => `${method.toLowerCase()} ${path}`).sort())
  expect(new Set(endpoints.map(operationId)).size).toBe(endpoints.length)
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
  const operation = openApi([example], '1').paths['/api/cups/{cupId}/fill']?.post
  expect(operation).toMatchObject({
    operationId: 'post_cups_cupId_fill',
    summary: 'Fill a cup',
    tags: ['cups'],
    security: [{ session: [] }],
    parameters: [
      { name: 'cupId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
      { name: 'level', in: 'query', required: false, schema: { default: 1 } },
    ],
    requestBody: { required: true, content: { 'application/json': { schema: { required: ['drink'] } } } },
  })
  expect(Object.keys(operation?.responses ?? {})).toEqual(['204', '400', '401', '403', '404', '409', '422', '500'])
})

/** Sums of money are kept in columns of eight bytes or as JSON; a seed and the size of a file that is only sampled are kept nowhere. */
const WIDE = new Set(['budgetMicro', 'byteSize', 'input', 'modifiedAt', 'offset', 'output', 'seed'])

function integersOf(node: unknown, name: string): { name: string; minimum: number; maximum: number }[] {
  if (node === null || typeof node !== 'object') return []
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
