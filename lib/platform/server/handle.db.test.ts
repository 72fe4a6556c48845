import { expect, it } from 'vitest'
import { ACTING_USER_HEADER } from '@/lib/platform/api/endpoint'
import { sessionFor } from '@/tests/actors'
import { makeUser } from '@/tests/factories'
import { pool } from './db'
import { handle } from './handle'

const route = handle(
  { method: 'GET', path: '/api/anything', summary: 'Anything', tag: 'tests', auth: 'actor', response: 'empty' },
  async () => {},
)

it('refuses what somebody did before another person signed in, as if nobody were', async () => {
  const [ada, ben] = [await makeUser(), await makeUser()]
  const cookie = await sessionFor(ben)
  const ask = async (actingUser: string) => {
    const request = new Request('http://assay.example/api/anything', {
      headers: { cookie, [ACTING_USER_HEADER]: actingUser },
    })
    return (await route(request, { params: Promise.resolve({}) })).status
  }
  expect(await ask(ben.id)).toBe(204)
  expect(await ask(ada.id)).toBe(401)
})

it('says 503 and when to ask again while the database cannot do it, and nothing of why', async () => {
  const troubled = handle(
    { method: 'GET', path: '/api/trouble', summary: 'Trouble', tag: 'tests', auth: 'public', response: 'empty' },
    async ({ request }) => {
      await pool().query(
        `do $$ begin raise exception 'secret' using errcode = '${new URL(request.url).hash.slice(1)}'; end $$`,
      )
    },
  )
  const ask = (state: string) =>
    troubled(new Request(`http://assay.example/api/trouble#${state}`), { params: Promise.resolve({}) })
  const full = await ask('53100')
  expect([full.status, full.headers.get('retry-after')]).toEqual([503, '2'])
  expect(full.headers.get('content-type')).toBe('application/problem+json')
  const problem = await full.json()
  expect(problem).toMatchObject({ code: 'unavailable', data: { seconds: 2 } })
  expect(JSON.stringify(problem)).not.toContain('secret')
  const own = await ask('22012')
  expect([own.status, own.headers.get('retry-after')]).toEqual([500, null])
})
