import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { AppError } from './errors'
import { handle } from './handle'

const endpoint = {
  ...({ method: 'GET', path: '/api/anything', summary: 'Anything', tag: 'tests' } as const),
  ...({ auth: 'public', anonymous: true, response: 'empty' } as const),
}

const lines: { level: string; message: string; cause?: string }[] = []
beforeEach(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://nobody@127.0.0.1:1/none')
  vi.stubEnv('NEXTAUTH_SECRET', 'a-secret-of-this-test-only')
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(JSON.parse(String(line))) > 0)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
  lines.length = 0
})

async function ask(error: Error, signal: AbortSignal) {
  const route = handle(endpoint, () => Promise.reject(error))
  const answer = await route(new Request('http://assay.example/api/anything', { signal }), {
    params: Promise.resolve({}),
  })
  return { status: answer.status, text: await answer.text() }
}
const staying = new AbortController().signal

it('writes down what nobody expected, and tells nothing of it', async () => {
  const { status, text } = await ask(new Error('the shelf fell down'), staying)
  expect(status).toBe(500)
  expect(text).not.toContain('shelf')
  expect(lines).toMatchObject([{ level: 'error', message: 'request failed' }])
  expect(lines[0]?.cause).toContain('the shelf fell down')
})

const gone = AbortSignal.abort()
const abort = new DOMException('stopped', 'AbortError')
/** As Next gives up a request: by an error with a name of its own. */
const closed = Object.assign(new Error(), { name: 'ResponseAborted' })

it.each([
  ['an abort', abort, gone],
  ['the reason itself', closed, AbortSignal.abort(closed)],
  ['what the reason caused', new Error('no figures', { cause: closed }), AbortSignal.abort(closed)],
  ['a body that broke off', Object.assign(new Error('aborted'), { code: 'ECONNRESET' }), gone],
])('calls no failure what broke off because its client went away: %s', async (_, error, signal) => {
  expect((await ask(error, signal)).status).toBe(499)
  expect(lines).toMatchObject([{ level: 'warn', message: 'request given up by its client' }])
})

it.each([
  ['the database went away', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), gone],
  ['a bug', new TypeError('undefined is no item'), gone],
  ['a failure with a cause of its own', new Error('no figures', { cause: new Error('timeout') }), gone],
  ['an abort that its client did not make', abort, staying],
])('calls a failure what fails for another reason, whoever still waits: %s', async (_, error, signal) => {
  expect((await ask(error, signal)).status).toBe(500)
  expect(lines).toMatchObject([{ level: 'error', message: 'request failed' }])
})

it('calls no failure what is refused', async () => {
  expect((await ask(new AppError('forbidden', 'Not for you.'), staying)).status).toBe(403)
  expect(lines).toEqual([])
})

it.each([
  ['?search=ocean', 'query.search: There is no such parameter. There are filter, take.'],
  ['?filter=ocean&filter=lake', 'query.filter: Give it once.'],
  ['?take=5&a=1&b=2', /^query\.a: .*; query\.b: /],
])('refuses a query that it would otherwise read in part: %s', async (search, detail) => {
  const query = z.object({ filter: z.string().optional(), take: z.coerce.number().default(20) })
  const run = vi.fn(async () => undefined)
  const route = handle({ ...endpoint, query }, run)
  const ask = (given: string) =>
    route(new Request(`http://assay.example/api/anything${given}`), { params: Promise.resolve({}) })
  const answer = await ask(search)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    code: 'invalid_request',
    detail: typeof detail === 'string' ? detail : expect.stringMatching(detail),
  })
  expect(run).not.toHaveBeenCalled()
  expect((await ask('?take=5')).status).toBe(204)
  expect(run).toHaveBeenCalledOnce()
})

it('refuses fields of a body that it would otherwise ignore', async () => {
  const run = vi.fn(async () => undefined)
  const route = handle({ ...endpoint, body: z.object({ title: z.string() }) }, run)
  const ask = (given: object) =>
    route(new Request('http://assay.example/api/anything', { method: 'POST', body: JSON.stringify(given) }), {
      params: Promise.resolve({}),
    })
  const answer = await ask({ title: 'a', tilte: 'b' })
  expect([answer.status, await answer.json()]).toEqual([
    400,
    expect.objectContaining({ detail: 'body.tilte: There is no such field. There are title.' }),
  ])
  expect(run).not.toHaveBeenCalled()
  expect((await ask({ title: 'a' })).status).toBe(204)
})

it('takes no parameter where there are none', async () => {
  const route = handle(endpoint, async () => undefined)
  const answer = await route(new Request('http://assay.example/api/anything?x'), { params: Promise.resolve({}) })
  expect(await answer.json()).toMatchObject({ detail: 'query.x: There is no such parameter. This address takes none.' })
})

describe('the host that is asked for', () => {
  const visit = (route: ReturnType<typeof handle>, headers: Record<string, string>) =>
    route(new Request('http://assay.example/api/anything', { headers }), { params: Promise.resolve({}) })

  it('is that of NEXTAUTH_URL, whatever else the request says of itself', async () => {
    const run = vi.fn(async () => undefined)
    const route = handle(endpoint, run)
    for (const [name, value] of [
      ['accept', '*/*'],
      ['x-forwarded-host', 'localhost'],
      ['authorization', 'Bearer x'],
    ] as const) {
      const answer = await visit(route, { host: 'rebound.example', [name]: value })
      expect(answer.status).toBe(421)
      expect(await answer.json()).toMatchObject({
        code: 'misdirected',
        detail: expect.stringContaining('NEXTAUTH_URL'),
      })
    }
    expect(run).not.toHaveBeenCalled()
    expect((await visit(route, { host: 'localhost:3000' })).status).toBe(204)
  })

  it('may be any where the process itself is asked after', async () => {
    const route = handle({ ...endpoint, anyHost: true }, async () => undefined)
    expect((await visit(route, { host: '10.0.0.11:3000' })).status).toBe(204)
  })
})

it('gives HEAD what GET says of itself, and ends a stream that nobody reads', async () => {
  const ended = vi.fn()
  const stream = { ...endpoint, response: { stream: ['text/event-stream'] } } as const
  const headers = { 'content-type': 'text/event-stream' }
  const route = handle(stream, async () => new Response(new ReadableStream({ cancel: ended }), { headers }))
  const request = new Request('http://assay.example/api/anything', { method: 'HEAD' })
  const answer = await route(request, { params: Promise.resolve({}) })
  expect([answer.status, answer.headers.get('content-type'), answer.body]).toEqual([200, 'text/event-stream', null])
  expect(ended).toHaveBeenCalledOnce()
})

it('ends a stream that was made for somebody who has gone meanwhile', async () => {
  const ended = vi.fn()
  const stream = { ...endpoint, response: { stream: ['text/event-stream'] } } as const
  const reader = new AbortController()
  const route = handle(stream, async () => {
    reader.abort()
    return new Response(new ReadableStream({ cancel: ended }), { headers: { 'content-type': 'text/event-stream' } })
  })
  await route(new Request('http://assay.example/api/anything', { signal: reader.signal }), {
    params: Promise.resolve({}),
  })
  expect(ended).toHaveBeenCalledOnce()
})

it('gives a file by the name that every client keeps as it comes, to one that asks for that', async () => {
  const file = { ...endpoint, response: { stream: ['text/csv'] } } as const
  const route = handle(file, async () => new Response('a,b', { headers: { 'content-type': 'text/csv' } }))
  const typeFor = async (accept: string) => {
    const request = new Request('http://assay.example/api/anything', { headers: { accept } })
    const answer = await route(request, { params: Promise.resolve({}) })
    return [answer.headers.get('content-type'), await answer.text()]
  }
  expect(await typeFor('application/octet-stream')).toEqual(['application/octet-stream', 'a,b'])
  expect(await typeFor('*/*')).toEqual(['text/csv', 'a,b'])
})

it('says of a text that is too long its field, its limit and its length, and nothing of the text', async () => {
  const path = { method: 'POST', path: '/api/anything', body: z.object({ note: z.string().max(2_000) }) } as const
  const route = handle({ ...endpoint, ...path }, () => Promise.resolve())
  const body = JSON.stringify({ note: 'secret'.repeat(500) })
  const headers = { 'content-type': 'application/json' }
  const answer = await route(new Request('http://assay.example/api/anything', { method: 'POST', body, headers }), {
    params: Promise.resolve({}),
  })
  const text = await answer.text()
  expect(JSON.parse(text)).toMatchObject({
    issues: [{ path: 'body.note', message: 'At most 2,000 characters; this has 3,000.' }],
  })
  expect(text).not.toContain('secret')
})
