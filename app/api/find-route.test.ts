import { expect, it } from 'vitest'
import { findRoute } from './find-route'

async function found(method: string, address: string) {
  const { route, params } = (await findRoute(method, address.split('/').slice(1))) ?? {}
  return route && [`${route.endpoint.method} ${route.endpoint.path}`, params]
}

it.each([
  ['GET', '/api/projects', 'GET /api/projects', {}],
  ['HEAD', '/api/projects', 'GET /api/projects', {}],
  ['POST', '/api/projects', 'POST /api/projects', {}],
  ['GET', '/api/projects/01a/items', 'GET /api/projects/{projectId}/items', { projectId: '01a' }],
  ['DELETE', '/api/tokens/a b', 'DELETE /api/tokens/{tokenId}', { tokenId: 'a b' }],
  // A word goes before a parameter that could stand in its place.
  [
    'POST',
    '/api/projects/01a/releases/preview',
    'POST /api/projects/{projectId}/releases/preview',
    { projectId: '01a' },
  ],
])('%s %s is answered by %s', async (method, address, endpoint, params) => {
  expect(await found(method, address)).toEqual([endpoint, params])
})

it.each([
  ['GET', '/api'],
  ['GET', '/api/nothing'],
  ['GET', '/api/projects/'],
  ['PUT', '/api/projects'],
  ['GET', '/api/projects/01a/items/2/3'],
])('%s %s is answered by none', async (method, address) => {
  expect(await found(method, address)).toBeUndefined()
})
