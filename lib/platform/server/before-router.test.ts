import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { endpoints } from '@/app/api/endpoints'
import { answerBeforeRouter } from './before-router'
import { logRequestError } from './log-console'
import { currentRequest } from './request-context'

const server = http.createServer((request, response) => {
  const context = currentRequest()
  if (request.url === '/framed' && context) context.framing = { 'content-length': '7', 'content-encoding': 'identity' }
  response.end('reached')
})
beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1/none')
  vi.stubEnv('NEXTAUTH_SECRET', 'a-secret-for-this-test-only-0123456789')
  answerBeforeRouter(endpoints, { servers: server })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.close()
})

/** Asks as it stands: `fetch` would tidy the address up first. */
const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<{ status: number | undefined; headers: http.IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const request = http.request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
      const { statusCode: status, headers } = response
      textOf(response).then((text) => resolve({ status, headers, text }), reject)
    })
    request.on('error', reject)
    request.end()
  })

it.each(['/api/projects/%ff', '/projects/%', '/api/%zz/a?b=1', '/%E0%A4%A'])('refuses %s in words', async (path) => {
  const { status, headers, text } = await ask(path, { 'x-request-id': 'one' })
  expect([status, headers['content-type']]).toEqual([400, 'application/problem+json'])
  expect(headers).toMatchObject({ 'x-request-id': 'one', 'x-content-type-options': 'nosniff' })
  expect(JSON.parse(text)).toMatchObject({ status: 400, code: 'invalid_request', requestId: 'one' })
})

it.each(['?__proto__=1', '?take=1&%5f_proto__'])(
  'refuses a parameter that the router would lose: %s',
  async (search) => {
    const { status, text } = await ask(`/api/projects${search}`)
    expect(status).toBe(400)
    expect(JSON.parse(text).detail).toBe('query.__proto__: There is no such parameter.')
  },
)

it('says how an answer travels, where its route said so', async () => {
  expect((await ask('/framed')).headers).toMatchObject({ 'content-length': '7', 'content-encoding': 'identity' })
  expect((await ask('/')).headers).not.toHaveProperty('content-encoding')
})

it.each(['/', '/api/projects/%C3%A4', '/a?b=%ff', '/projects?__proto__=1'])('lets %s through', async (path) => {
  expect(await ask(path)).toMatchObject({ status: 200, text: 'reached' })
})

it.each([
  ['TRACE', '/api/projects', 'GET, HEAD, OPTIONS, POST'],
  ['DELETE', '/api/projects', 'GET, HEAD, OPTIONS, POST'],
  ['PUT', '/api/users/abc', 'DELETE, OPTIONS, PATCH'],
  ['GET', '/api/setup', 'OPTIONS, POST'],
  ['HEAD', '/api/setup', 'OPTIONS, POST'],
  ['GET', '/api/projects/abc/releases/preview?x=/1', 'OPTIONS, POST'],
  ['POST', '/api/pr%6Fjects/abc/home', 'GET, HEAD, OPTIONS'],
  ['PUT', '/api/auth/callback/credentials', 'GET, HEAD, OPTIONS, POST'],
  ['TRACE', '/', 'GET, HEAD, OPTIONS'],
  ['PROPFIND', '/projects', 'GET, HEAD, OPTIONS'],
  ['PUT', '/projects/abc/items', 'GET, HEAD, OPTIONS'],
  ['DELETE', '/', 'GET, HEAD, OPTIONS'],
  ['POST', '/sign-in?a=b', 'GET, HEAD, OPTIONS'],
  ['PUT', '/unsubscribe/abc', 'GET, HEAD, OPTIONS, POST'],
])('refuses %s %s, and says what may be asked', async (method, path, allow) => {
  const { status, headers, text } = await ask(path, {}, method)
  expect([status, headers.allow, headers['content-type']]).toEqual([405, allow, 'application/problem+json'])
  expect(headers['cache-control']).toBe('no-store')
  if (method === 'HEAD') expect(text).toBe('')
  else expect(JSON.parse(text)).toMatchObject({ code: 'method_not_allowed', requestId: headers['x-request-id'] })
})

it('lets mail programs send the link that stops e-mails', async () => {
  expect(await ask('/unsubscribe/abc', {}, 'POST')).toMatchObject({ status: 200, text: 'reached' })
})

it('answers OPTIONS with what may be asked, and says nothing of other sites', async () => {
  const { status, headers, text } = await ask('/api/projects', { origin: 'https://elsewhere.example' }, 'OPTIONS')
  expect([status, headers.allow, text]).toEqual([204, 'GET, HEAD, OPTIONS, POST', ''])
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})

it.each([
  ['/', 'GET, HEAD, OPTIONS'],
  ['/projects/abc', 'GET, HEAD, OPTIONS'],
  ['*', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT'],
])('answers OPTIONS %s as well', async (path, allow) => {
  const { status, headers, text } = await ask(path, {}, 'OPTIONS')
  expect([status, headers.allow, text]).toEqual([204, allow, ''])
})

it('takes an address with our own name before the path for the path, and leads to no other server', async () => {
  const seen: (string | undefined)[] = []
  const watch = ({ url, headers }: http.IncomingMessage) => void seen.push(url, headers.host)
  server.on('request', watch)
  expect(await ask('http://localhost:80/projects?a=b')).toMatchObject({ status: 200, text: 'reached' })
  server.off('request', watch)
  expect(seen).toEqual(['/projects?a=b', 'localhost'])
  const foreign = await ask('http://elsewhere.example/projects')
  expect([foreign.status, foreign.headers.location]).toEqual([421, undefined])
  for (const address of ['ftp://localhost/a', 'projects', '*', 'http://']) expect((await ask(address)).status).toBe(400)
})

it('lets every endpoint through with its own method, and asks the router for what it does not know', async () => {
  const asked = endpoints.map(({ method, path }) => ask(path.replaceAll(/\{\w+\}/g, 'x'), {}, method))
  const others = [
    ask('/api/auth/session'),
    ask('/api/nothing/here', {}, 'DELETE'),
    ask('/api/nothing/here', {}, 'OPTIONS'),
  ]
  expect(new Set((await Promise.all([...asked, ...others])).map(({ text }) => text))).toEqual(new Set(['reached']))
})

it('names the request for the log and for whoever answers', async () => {
  const seen: (string | undefined)[] = []
  const watch = ({ headers }: http.IncomingMessage) => {
    seen.push(String(headers['x-request-id']), currentRequest()?.requestId)
  }
  server.on('request', watch)
  await ask('/', { 'x-request-id': 'edge-1:42' })
  await ask('/', { 'x-request-id': 'two words"' })
  server.off('request', watch)
  expect(seen.slice(0, 2)).toEqual(['edge-1:42', 'edge-1:42'])
  expect(seen[2]).toMatch(/^[0-9a-f-]{36}$/)
  expect(seen[3]).toBe(seen[2])
})

it.each([
  ['the database', { code: 'P1001' }, 500, 503, '2'],
  ['anything else', new Error('no'), 500, 500, undefined],
  ['the database, with an answer all the same', { code: 'P1001' }, 200, 200, undefined],
])('where a page fails by %s, says when to ask again', async (_, error, given, status, retry) => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  // As Next does: the error first, the status afterwards.
  const fail = async (_: http.IncomingMessage, response: http.ServerResponse) => {
    await Promise.resolve()
    logRequestError(error, 'GET', '/sign-in')
    response.statusCode = given
    response.end('page')
  }
  const own = server.listeners('request')
  server.removeAllListeners('request').on('request', (request, response) => void fail(request, response))
  const answer = await ask('/sign-in')
  server.removeAllListeners('request')
  for (const listener of own)
    server.on('request', (request, response) => Reflect.apply(listener, server, [request, response]))
  vi.restoreAllMocks()
  expect([answer.status, answer.headers['retry-after'], answer.text]).toEqual([status, retry, 'page'])
})
