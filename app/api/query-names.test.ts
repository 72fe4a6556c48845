import { expect, it } from 'vitest'
import { openApi } from '@/lib/platform/api/openapi'
import { queryNames } from '@/lib/platform/api/query-names'
import { apiNames, endpoints } from './endpoints'

it('knows the parameters of every endpoint, as the API document lists them', () => {
  const { paths } = openApi(endpoints, '1.0.0', apiNames)
  for (const { method, path, query } of endpoints) {
    const listed = paths[path]?.[method.toLowerCase()]?.parameters.filter((each) => each.in === 'query')
    expect([path, queryNames(query)]).toEqual([path, listed?.map(({ name }) => name)])
    expect([path, queryNames(query).length > 0]).toEqual([path, query !== undefined])
  }
})
