import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { endpoints } from '@/app/api/endpoints'
import { provideAnswers } from './answer-directly'
import { answerBeforeRouter } from './before-router'
import { log } from './log'
import { currentRequest } from './request-context'

const server = http.createServer((_, response) => response.end('the framework'))
let asked: {
  method: string
  address: string
  parts: readonly string[]
  headers: Headers
  body: string
  requestId: string
}[]
let answered: Response

beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1/none')
  vi.stubEnv('NEXTAUTH_SECRET', 'a-secret-for-this-test-only-0123456789')
  answerBeforeRouter(endpoints, { servers: server, directly: true })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  asked = []
  answered = Response.json({ said: true })
  provideAnswers(async (request, parts) => {
    const { method, url: address, headers } = request
    const { requestId = '' } = currentRequest() ?? {}
    asked.push({ method, address: new URL(address).search, parts, headers, body: await request.text(), requestId })
    return answered
  })
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.close()
})

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string
}

const ask = (path: string, { method = 'GET', headers = {}, body }: Asked = {}) =>
  new Promise<{ status?: number; headers: http.IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const request = http.request({ host: '127.0.0.1', port, path, headers, method }, (response) => {
      const { statusCode: status, headers: said } = response
      buffer(response).then((bytes) => resolve({ status, headers: said, bytes }), reject)
    })
    request.on('error', reject)
    request.end(body)
  })

const ID = '0192d1c0-0000-7000-8000-000000000002'

it('answers what takes and gives JSON, with what was sent as it was sent', async () => {
  const body = JSON.stringify({ text: 'ä 😀' })
  const headers = { 'content-type': 'application/json', cookie: 'a=b; c=d', 'x-request-id': 'one' }
  const { status, headers: said, bytes } = await ask(`/api/tasks/${ID}/answers`, { method: 'PATCH', headers, body })
  expect([status, JSON.parse(bytes.toString())]).toEqual([200, { said: true }])
  expect(said).toMatchObject({ 'content-type': 'application/json', 'content-length': String(bytes.length) })
  expect(asked).toMatchObject([{ method: 'PATCH', parts: ['api', 'tasks', ID, 'answers'], body, requestId: 'one' }])
  const [{ headers: given } = { headers: new Headers() }] = asked
  expect([given.get('cookie'), given.get('x-forwarded-for')]).toEqual(['a=b; c=d', '127.0.0.1'])
})

it('hands on parameters of the address, decoded, and who a proxy says has asked', async () => {
  await ask(`/api/projects/%C3%A4%2F/foreseen?after=${ID}&own=true`, { headers: { 'x-forwarded-for': '192.0.2.1' } })
  expect(asked).toMatchObject([{ parts: ['api', 'projects', 'ä/', 'foreseen'], address: `?after=${ID}&own=true` }])
  expect(asked[0]?.headers.get('x-forwarded-for')).toBe('192.0.2.1')
})

it('answers nothing with nothing, and says a status and headers as they are', async () => {
  answered = new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
  const empty = await ask(`/api/tasks/${ID}/skip`, { method: 'POST', body: '{}' })
  expect([empty.status, empty.bytes.length, empty.headers['cache-control']]).toEqual([204, 0, 'no-store'])
  answered = Response.json(
    { code: 'conflict' },
    { status: 409, headers: { 'content-type': 'application/problem+json' } },
  )
  const refused = await ask(`/api/tasks/${ID}/submit`, { method: 'POST', body: '{}' })
  expect([refused.status, refused.headers['content-type']]).toEqual([409, 'application/problem+json'])
})

it('packs a long answer for who can unpack it', async () => {
  const text = 'again and '.repeat(1_000)
  const longAnswer = async (encoding: string) => {
    answered = Response.json({ text })
    return ask('/api/projects', { headers: { 'accept-encoding': encoding } })
  }
  const packed = await longAnswer('gzip, deflate, br')
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(packed.bytes.length).toBeLessThan(text.length / 10)
  expect(JSON.parse(gunzipSync(packed.bytes).toString())).toEqual({ text })
  for (const encoding of ['identity', 'gzip;q=0, br']) {
    const plain = await longAnswer(encoding)
    expect([plain.headers['content-encoding'], JSON.parse(plain.bytes.toString())]).toEqual([undefined, { text }])
  }
})

it('says what cannot be answered, since a cut connection would be taken for a failing network', async () => {
  const logged = vi.spyOn(log, 'error').mockImplementation(() => undefined)
  provideAnswers(() => Promise.reject(new Error('A route could not be loaded.')))
  const { status, headers, bytes } = await ask('/api/projects', { headers: { 'x-request-id': 'one' } })
  expect([status, headers['x-request-id'], JSON.parse(bytes.toString()).code]).toEqual([500, 'one', 'internal'])
  expect(logged).toHaveBeenCalledWith('answer not sent', expect.objectContaining({ path: '/api/projects' }))
})

it.each<[string, Asked]>([
  ['/api/projects/', {}],
  ['/api//projects', {}],
  ['/api/projects', { method: 'HEAD' }],
  ['/api/projects', { headers: { 'content-length': '2' }, body: '{}' }],
  ['/api/projects', { method: 'POST', headers: { 'transfer-encoding': 'chunked' }, body: '{}' }],
  [
    '/api/projects',
    { method: 'POST', headers: { 'content-length': '64001', connection: 'close' }, body: ' '.repeat(64_001) },
  ],
  [`/api/projects/${ID}/exports/native`, {}],
  [`/api/projects/${ID}/imports/file`, { method: 'POST', body: 'a' }],
  ['/api/no-such-address', {}],
  ['/api/auth/csrf', {}],
  ['/projects', {}],
])('leaves %s %o to the framework', async (path, how) => {
  const { bytes } = await ask(path, how)
  expect(asked).toEqual([])
  expect(bytes.toString()).toBe(how.method === 'HEAD' ? '' : 'the framework')
})
