import { expect, it } from 'vitest'
import { openApi } from '@/lib/platform/api/openapi'
import { fieldWords } from '@/lib/platform/client/field-words'
import { endpoints } from './endpoints'

/** The names of all fields in a schema, as paths of a request. */
function pathsIn(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
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
  const { paths } = openApi(endpoints, '1.0.0')
  const named = endpoints.flatMap(({ method, path }) =>
    pathsIn(paths[path]?.[method.toLowerCase()]?.requestBody, 'body').map((field) => ({ path, field })),
  )
  expect(named.length).toBeGreaterThan(200)
  const bad = named.filter(({ path, field }) => !/^\p{Lu}[\p{L}’ ,-]*$/u.test(fieldWords(field, path)))
  expect(bad).toEqual([])
})
