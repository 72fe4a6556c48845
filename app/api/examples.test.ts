/** The examples of the API document: each is what its contract takes or gives. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '@/lib/platform/api/endpoint'
import { problemSchema } from '@/lib/platform/api/problem'
import { unknownFieldsOf } from '@/lib/platform/api/unknown-fields'
import { apiDocument } from './api-document'
import { endpoints } from './endpoints'

const { paths, components } = apiDocument()

const operationOf = ({ method, path }: Endpoint) => {
  const operation = paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${method} ${path} is not in the document.`)
  return operation
}

const exampleIn = (part: unknown) =>
  (part as { content?: Record<string, { example?: unknown }> } | undefined)?.content?.['application/json']?.example

/** What is wrong with a value, in words; nothing where the schema takes it. */
function problemsOf(schema: z.ZodType, value: unknown): string[] {
  const { error } = schema.safeParse(value)
  return error ? error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) : []
}

const problemsBy = (find: (endpoint: Endpoint) => string[]) =>
  endpoints.flatMap((endpoint) => find(endpoint).map((problem) => `${endpoint.method} ${endpoint.path}: ${problem}`))

test('every parameter of an address and of a query has one, which it takes', () => {
  const problems = problemsBy((endpoint) =>
    operationOf(endpoint).parameters.flatMap(({ name, in: where, example }) => {
      if (example === undefined) return [`${name}: none`]
      const schema = where === 'path' ? endpoint.params : where === 'query' ? endpoint.query : undefined
      const field = schema && (schema as z.ZodObject).shape[String(name)]
      return field
        ? problemsOf(field, where === 'query' ? String(example) : example).map((each) => `${name}: ${each}`)
        : []
    }),
  )
  expect(problems).toEqual([])
})

test('every JSON body has one, which its endpoint takes and knows every field of', () => {
  const bodies = endpoints.filter(({ body }) => body instanceof z.ZodType)
  expect(bodies.length).toBeGreaterThan(50)
  const problems = problemsBy((endpoint) => {
    const { body } = endpoint
    if (!(body instanceof z.ZodType)) return []
    const example = exampleIn(operationOf(endpoint).requestBody)
    if (example === undefined) return ['none']
    return [...problemsOf(body, example), ...unknownFieldsOf(body)(example).map(({ path }) => `${path}: unknown`)]
  })
  expect(problems).toEqual([])
})

test('every JSON answer has one, which its endpoint could give', () => {
  const problems = problemsBy((endpoint) => {
    if (!(endpoint.response instanceof z.ZodType)) return []
    const example = exampleIn(operationOf(endpoint).responses[200])
    return example === undefined ? ['none'] : problemsOf(endpoint.response, example)
  })
  expect(problems).toEqual([])
})

test('every failure has one', () => {
  for (const [name, response] of Object.entries(components.responses)) {
    const { content } = response as { content: Record<string, { example?: unknown }> }
    const example = problemSchema.parse(content['application/problem+json']?.example)
    expect(`Problem${example.status}`).toBe(name)
  }
})
