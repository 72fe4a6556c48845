import { afterEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ACTING_USER_HEADER, endpoint } from '@/lib/platform/api/endpoint'
import { actAs, type CallOptions, call } from './fetch-json'

const asked = endpoint({
  method: 'GET',
  path: '/api/ready',
  auth: 'public',
  tag: 'operations',
  summary: 'Asked by this test',
  response: z.object({}),
})

afterEach(() => vi.unstubAllGlobals())

/** As whom a request goes out. */
async function actingUser(options?: CallOptions): Promise<string | null> {
  const fetched = vi.fn(async (_: string, _init: RequestInit) => Response.json({}))
  vi.stubGlobal('fetch', fetched)
  await call(asked, {}, options)
  return new Headers(fetched.mock.lastCall?.[1].headers).get(ACTING_USER_HEADER)
}

test('a request goes out as the page’s user, unless it names somebody or brings a token', async () => {
  expect(await actingUser()).toBeNull()
  const end = actAs('ada')
  expect(await actingUser()).toBe('ada')
  expect(await actingUser({ as: 'ben' })).toBe('ben')
  expect(await actingUser({ token: 'assay_1' })).toBeNull()
  const endNext = actAs('ben')
  // A frame is taken down after the one in its place has been drawn.
  end()
  expect(await actingUser()).toBe('ben')
  endNext()
  expect(await actingUser()).toBeNull()
})
