import { expect, it } from 'vitest'
import { DOER } from '@/lib/api/endpoint'
import { sessionFor } from '@/tests/actors'
import { makeUser } from '@/tests/factories'
import { handle } from './handle'

const route = handle(
  { method: 'GET', path: '/api/anything', summary: 'Anything', tag: 'tests', auth: 'actor', response: 'empty' },
  async () => {},
)

it('refuses what somebody did before another person signed in, as if nobody were', async () => {
  const [ada, ben] = [await makeUser(), await makeUser()]
  const cookie = await sessionFor(ben)
  const ask = async (doer: string) => {
    const request = new Request('http://assay.example/api/anything', { headers: { cookie, [DOER]: doer } })
    return (await route(request, { params: Promise.resolve({}) })).status
  }
  expect(await ask(ben.id)).toBe(204)
  expect(await ask(ada.id)).toBe(401)
})
