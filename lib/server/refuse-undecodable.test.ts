import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { refuseUndecodable } from './refuse-undecodable'

const server = http.createServer((_, response) => void response.end('reached'))
beforeAll(async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://nobody@127.0.0.1/none')
  vi.stubEnv('NEXTAUTH_SECRET', 'a-secret-for-this-test-only-0123456789')
  refuseUndecodable(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.close()
})

/** Asks as it stands: `fetch` would tidy the address up first. */
const ask = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number | undefined; headers: http.IncomingHttpHeaders; text: string }>((resolve, reject) => {
    const { port } = server.address() as AddressInfo
    const request = http.get({ host: '127.0.0.1', port, path, headers }, (response) => {
      const { statusCode: status, headers } = response
      textOf(response).then((text) => resolve({ status, headers, text }), reject)
    })
    request.on('error', reject)
  })

it.each(['/api/projects/%ff', '/projects/%', '/api/%zz/a?b=1', '/%E0%A4%A'])('refuses %s in words', async (path) => {
  const { status, headers, text } = await ask(path, { 'x-request-id': 'one' })
  expect([status, headers['content-type']]).toEqual([400, 'application/problem+json'])
  expect(headers).toMatchObject({ 'x-request-id': 'one', 'x-content-type-options': 'nosniff' })
  expect(JSON.parse(text)).toMatchObject({ status: 400, code: 'invalid_request', requestId: 'one' })
})

it.each(['/', '/api/projects/%C3%A4', '/a?b=%ff'])('lets %s through', async (path) => {
  expect(await ask(path)).toMatchObject({ status: 200, text: 'reached' })
})
