import { expect, it } from 'vitest'
import { openApi } from '@/lib/platform/api/openapi'
import { fieldWords } from '@/lib/platform/client/field-words'
import { apiNames, endpoints } from './endpoints'

const { paths, components } = openApi(endpoints, '1.0.0', apiNames)

/** The names of all fields in a schema, as paths of a request. */
function pathsIn(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if ('$ref' in schema) return pathsIn(components.schemas[String(schema.$ref).split('/').at(-1) ?? ''], path)
  return Object.entries(schema).flatMap(([key, inner]) =>
    key === 'properties'
      ? Object.entries(inner as object).flatMap(([name, each]) => [
          `${path}.${name}`,
          ...pathsIn(each, `${path}.${name}`),
        ])
      : pathsIn(inner, path),
  )
}

it('has words of a form for every field that can be sent', () => {
  const named = endpoints.flatMap(({ method, path }) =>
    pathsIn(paths[path]?.[method.toLowerCase()]?.requestBody, 'body').map((field) => ({ path, field })),
  )
  expect(named.length).toBeGreaterThan(200)
  const bad = named.filter(({ path, field }) => !/^\p{Lu}[\p{L}’ ,-]*$/u.test(fieldWords(field, path)))
  expect(bad).toEqual([])
})
