/** What every answer of the interface carries, whatever kind it is, and how requests are bounded. */
import { NextRequest } from 'next/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { GET as nowhere } from '@/app/api/[[...path]]/route'
import { GET as openSignIn, POST as signIn } from '@/app/api/auth/[...nextauth]/route'
import { pool } from '@/lib/platform/server/db'
import { env } from '@/lib/platform/server/env'
import { headAsGet } from '@/lib/platform/server/guard-sign-in'
import { MOST_STREAMS } from '@/lib/platform/server/notify-changes'
import { forgetRates } from '@/lib/platform/server/rate-limit'
import { createToken } from '@/lib/workspace/users/tokens/create-token'
import { actorOf, sessionFor } from '@/tests/actors'
import { makeMember, makeProject, makeUser } from '@/tests/factories'
import { routeAt } from '@/tests/support/call-route'

const getAccount = routeAt('GET /api/account')
const renameAccount = routeAt('PATCH /api/account')
const openApi = routeAt('GET /api/openapi.json')
const agreementStream = routeAt('GET /api/projects/{projectId}/agreement/stream')
const downloadExport = routeAt('GET /api/projects/{projectId}/exports/{format}')
const revokeToken = routeAt('DELETE /api/tokens/{tokenId}')

const project = await makeProject()
const manager = await makeMember(project, 'manager')
const cookie = await sessionFor(manager)
const context = (params: Record<string, string> = {}) => ({ params: Promise.resolve(params) })
const asked = (init: RequestInit = {}) =>
  new Request('http://localhost/api/x', { ...init, headers: { cookie, host: 'localhost', ...init.headers } })
const { token } = await createToken(actorOf(manager), { name: 'to revoke', days: 1 })

const kinds: [string, number, () => Response | Promise<Response>][] = [
  ['JSON', 200, () => getAccount(asked(), context())],
  ['nothing', 204, () => revokeToken(asked({ method: 'DELETE' }), context({ tokenId: token.id }))],
  ['a file', 200, () => downloadExport(asked(), context({ projectId: project.id, format: 'native' }))],
  ['events', 200, () => agreementStream(asked(), context({ projectId: project.id }))],
  ['a document for all', 200, () => openApi(asked(), context())],
  ['a stranger', 401, () => getAccount(new Request('http://localhost/api/account'), context())],
  ['bad input', 400, () => renameAccount(asked({ method: 'PATCH', body: '{' }), context())],
  ['no such address', 404, () => nowhere(asked(), context())],
]

describe.each(kinds)('an answer: %s', (_, status, ask) => {
  it('is no page, is kept by nobody, and is for this site alone', async () => {
    const answer = await ask()
    await answer.body?.cancel()
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'; sandbox")
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(answer.headers.get('cache-control')).toMatch(/no-store|no-cache/)
    expect(answer.headers.get('content-type') ?? '').not.toContain('html')
    expect(answer.headers.has('strict-transport-security')).toBe(false)
    if (status >= 400) expect(answer.headers.get('content-type')).toBe('application/problem+json')
  })
})

it('says that only https will do where people come by https', async () => {
  const before = env().NEXTAUTH_URL
  env().NEXTAUTH_URL = 'https://assay.test'
  const answer = await getAccount(new Request('https://assay.test/api/account'), context())
  env().NEXTAUTH_URL = before
  expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
})

describe('a request’s own name', () => {
  it.each([
    ['proxy-1:4711.a_b', true],
    ['x'.repeat(101), false],
    ['a "name" {"level":"error"}', false],
    ['', false],
  ])('%s is taken: %s', async (name, taken) => {
    const headers = { 'x-request-id': name }
    const problem = await (await getAccount(new Request('http://localhost/', { headers }), context())).json()
    expect(problem.requestId === name).toBe(taken)
    expect(problem.requestId).toMatch(/^[\w.:-]{1,100}$/)
  })
})

it('what does not go through `handle` is named as well', async () => {
  const init = { method: 'POST', headers: { 'x-request-id': 'edge-1:42' } }
  const door = new Request('http://localhost/api/auth/callback/credentials', init)
  for (const answer of [await signIn(door as never, context() as never), await nowhere(asked(init), context())]) {
    expect(answer.headers.get('x-request-id')).toBe('edge-1:42')
    expect((await answer.json()).requestId).toBe('edge-1:42')
  }
})

describe('a body', () => {
  /** Grows for ever; counts what was taken of it. */
  function endless() {
    let taken = 0
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        taken += 100_000
        controller.enqueue(new Uint8Array(100_000).fill(32))
      },
    })
    return { body, taken: () => taken }
  }

  it('without a stated length is read up to the limit and no further', async () => {
    const { body, taken } = endless()
    const init = { method: 'PATCH', body, duplex: 'half' } as RequestInit
    const answer = await renameAccount(asked(init), context())
    expect(answer.status).toBe(413)
    expect(taken()).toBeLessThan(1_500_000)
  })

  it('that says it is larger than the limit is not read at all', async () => {
    const { body, taken } = endless()
    const init = { method: 'PATCH', body, duplex: 'half', headers: { 'content-length': '1000001' } } as RequestInit
    expect((await renameAccount(asked(init), context())).status).toBe(413)
    expect(taken()).toBeLessThan(300_000)
  })

  it('nested deeper than anything is refused, not walked until the stack ends', async () => {
    const body = `{"name":${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    const answer = await renameAccount(asked({ method: 'PATCH', body }), context())
    expect(answer.status).toBe(400)
    expect((await answer.json()).detail).toContain('nested too deeply')
  })

  it('of a sign-in is small; strangers write nothing into the log', async () => {
    const door = (path: string, headers: Record<string, string>) =>
      signIn(new Request(`http://localhost/api/auth/${path}`, { method: 'POST', headers }) as never, context() as never)
    expect((await door('callback/credentials', {})).status).toBe(413)
    expect((await door('callback/credentials', { 'content-length': '20001' })).status).toBe(413)
    expect((await door('_log', { 'content-length': '20' })).status).toBe(404)
  })
})

describe('what comes in an address of signing in', () => {
  const written: string[] = []
  beforeEach(() => {
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation((line) => written.push(String(line)) > 0)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    written.length = 0
  })
  const LINE = '%0A{"level":"info"}'
  const open = async (path: string, nextauth: string[], headers: Record<string, string> = {}, method = 'GET') => {
    const request = new NextRequest(`http://localhost/api/auth/${path}`, { method, headers })
    const ask = method === 'GET' ? openSignIn : signIn
    return ask(request, { params: Promise.resolve({ nextauth }) })
  }

  it.each([
    [`error?error=x${LINE}`, 'Default'],
    ['error?error=Configuration', 'Default'],
    ['error', 'Default'],
    [`error/x${LINE}`, 'Default'],
    ['error?error=CredentialsSignin', 'CredentialsSignin'],
    ['error?error=AccessDenied', 'AccessDenied'],
    ['error?error=throttled%3A45', 'throttled:45'],
    ['error?error=unavailable', 'unavailable'],
    [`callback/oidc?error=x${LINE}`, 'Default'],
    ['callback/oidc?error=made_up', 'Default'],
  ])('leads to the sign-in page by a code that it knows: %s', async (path, code) => {
    const answer = await open(path, path.split('?')[0]?.split('/') ?? [])
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/sign-in?error=${code}`])
    expect(written).toEqual([])
  })

  it.each([`signin?callbackUrl=/x${LINE}`, `signout?x=1&y${LINE}=2`, `csrf${LINE}`, 'session?x=%E2%80%A8'])(
    'is one line, or refused in words: %s',
    async (path) => {
      const answer = await open(path, [path.split('?')[0] ?? ''])
      expect(answer.status).toBe(400)
      expect((await answer.json()).detail).toContain('control characters')
      expect(written).toEqual([])
    },
  )

  it('is asked of next-auth by GET where somebody asks by HEAD', () => {
    const headers = { cookie: 'a=b' }
    const asked = headAsGet(new NextRequest('http://localhost/api/auth/session?a=b', { method: 'HEAD', headers }))
    expect([asked.method, asked.url, asked.headers.get('cookie')]).toEqual([
      'GET',
      'http://localhost/api/auth/session?a=b',
      'a=b',
    ])
    const posted = new NextRequest('http://localhost/api/auth/signout', { method: 'POST' })
    expect(headAsGet(posted)).toBe(posted)
  })

  it('from the identity provider comes by an address only', async () => {
    const headers = { 'content-length': '20' }
    expect((await open('callback/oidc', ['callback', 'oidc'], headers, 'POST')).status).toBe(404)
  })

  it('ends as any other failure where next-auth throws on it, and in one line of the log', async () => {
    // Outside of a server of Next, next-auth finds no headers, which it does not expect.
    const answer = await open('session', ['session'])
    expect([answer.status, (await answer.json()).code]).toEqual([500, 'internal'])
    expect(written.map((line) => JSON.parse(line))).toMatchObject([{ level: 'error', message: 'sign-in failed' }])
  })
})

describe('whoever asks for too much', () => {
  const rename = (headers: Record<string, string>) =>
    renameAccount(asked({ method: 'PATCH', body: '{"name":"Ada"}', headers }), context())
  const read = (headers: Record<string, string>) =>
    getAccount(new Request('http://localhost/api/account', { headers }), context())

  it('waits, and is told for how long; reading goes on, and so do others', async () => {
    vi.spyOn(env(), 'ASSAY_WRITES_PER_MINUTE', 'get').mockReturnValue(2)
    forgetRates()
    const other = await sessionFor(await makeUser())
    const statuses = [await rename({}), await rename({}), await rename({})]
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429])
    const [, , refused] = statuses
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refused?.json()).toMatchObject({
      code: 'throttled',
      status: 429,
      data: { seconds: expect.any(Number) },
    })
    expect((await read({ cookie })).status).toBe(200)
    expect((await rename({ cookie: other })).status).toBe(200)
    vi.restoreAllMocks()
  })

  it('by a token stops that token, not the owner’s browser', async () => {
    vi.spyOn(env(), 'ASSAY_READS_PER_MINUTE', 'get').mockReturnValue(1)
    forgetRates()
    const { secret } = await createToken(actorOf(manager), { name: 'script', days: 1 })
    const authorization = `Bearer ${secret}`
    expect((await read({ authorization })).status).toBe(200)
    expect((await read({ authorization })).status).toBe(429)
    expect((await read({ cookie })).status).toBe(200)
    vi.restoreAllMocks()
  })

  it('spells a token’s scheme as they like and has one bucket for all that', async () => {
    vi.spyOn(env(), 'ASSAY_READS_PER_MINUTE', 'get').mockReturnValue(4)
    forgetRates()
    const { secret } = await createToken(actorOf(manager), { name: 'shouting script', days: 1 })
    const schemes = ['Bearer', 'bearer', 'BEARER', 'bEARER', 'beArer']
    const statuses: number[] = []
    for (const scheme of schemes) statuses.push((await read({ authorization: `${scheme} ${secret}` })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    vi.restoreAllMocks()
  })

  it('with invented cookies and tokens waits before anybody is looked up; who was known goes on', async () => {
    vi.spyOn(env(), 'ASSAY_READS_PER_MINUTE', 'get').mockReturnValue(40)
    forgetRates()
    expect((await read({ cookie })).status).toBe(200)
    const invented = (at: number): Record<string, string> =>
      at % 2 === 0 ? { authorization: `Bearer made-up-${at}` } : { cookie: `next-auth.session-token=made-up-${at}` }
    const statuses: number[] = []
    const asked = vi.spyOn(pool(), 'query')
    for (let at = 0; at < 10; at++) statuses.push((await read(invented(at))).status)
    const before = asked.mock.calls.length
    for (let at = 10; at < 20; at++) statuses.push((await read(invented(at))).status)
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(10).fill(429)])
    expect(asked.mock.calls.length).toBe(before)
    expect((await read({ cookie })).status).toBe(200)
    expect((await read({ ...invented(0), 'x-forwarded-for': '192.0.2.7' })).status).toBe(401)
    vi.restoreAllMocks()
  })

  it('with good cookies that nobody has seen yet takes nothing from the others of the address', async () => {
    vi.spyOn(env(), 'ASSAY_READS_PER_MINUTE', 'get').mockReturnValue(8)
    for (let person = 0; person < 4; person++) {
      forgetRates()
      const own = await sessionFor(await makeUser())
      for (let times = 0; times < 3; times++) expect((await read({ cookie: own })).status).toBe(200)
    }
    vi.restoreAllMocks()
  })

  it('at the door of sign-in waits as well', async () => {
    vi.spyOn(env(), 'ASSAY_READS_PER_MINUTE', 'get').mockReturnValue(2)
    vi.spyOn(env(), 'ASSAY_WRITES_PER_MINUTE', 'get').mockReturnValue(2)
    forgetRates()
    const knock = (method: string) =>
      signIn(new Request('http://localhost/api/auth/_log', { method }) as never, context() as never)
    for (const method of ['GET', 'POST']) {
      expect([(await knock(method)).status, (await knock(method)).status]).toEqual([404, 404])
      const refused = await knock(method)
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    vi.restoreAllMocks()
  })

  it('has as many streams open as tabs, and one more when one is closed', async () => {
    const member = await sessionFor(await makeMember(project, 'manager'))
    const listen = (own: string) =>
      agreementStream(asked({ headers: { cookie: own } }), context({ projectId: project.id }))
    const open: Response[] = []
    for (let at = 0; at < MOST_STREAMS; at++) open.push(await listen(member))
    expect(new Set(open.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await listen(member)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect((await refused.json()).detail).toContain('live updates open')
    const other = await listen(cookie)
    expect(other.status).toBe(200)
    await open.pop()?.body?.cancel()
    const again = await listen(member)
    expect(again.status).toBe(200)
    for (const stream of [...open, other, again]) await stream.body?.cancel()
  })

  it('has no limit where the setting says 0', async () => {
    vi.spyOn(env(), 'ASSAY_READS_PER_MINUTE', 'get').mockReturnValue(0)
    forgetRates()
    for (let asked = 0; asked < 5; asked++) expect((await read({ cookie })).status).toBe(200)
    vi.restoreAllMocks()
  })
})
