import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { WAIT_LIMIT_MS } from '@/tests/support/limits'
import { until } from '@/tests/support/wait'
import { openaiModels } from './openai'
import { plainFetch } from './plain-fetch'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server on this machine that answers so; its address, and who was asked for what. */
async function serve(answer: RequestListener) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.headers.authorization}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address())
  return { asked, url: `http://127.0.0.1:${port}` }
}

const ask = (baseURL: string) => {
  const request = { model: 'small', system: '', user: 'Ice floats.', temperature: 0, maxTokens: 5, sample: 1 }
  const call = { key: 'key-1', signal: new AbortController().signal, timeoutMs: WAIT_LIMIT_MS }
  return openaiModels({ apiKey: 'sk-secret', baseURL, embeddings: false }).chat({ ...request, schema: null }, call)
}

it.each([301, 302, 303, 307, 308])('a redirect (%i) leads nowhere: neither key nor text goes on', async (status) => {
  const inside = await serve((_, response) => response.end('{}'))
  const endpoint = await serve((_, response) => response.writeHead(status, { location: inside.url }).end())
  const failing = ask(endpoint.url)
  await expect(failing).rejects.toMatchObject({ code: 'bad_request', passing: false })
  await expect(failing).rejects.toThrow(`status ${status}`)
  expect(endpoint.asked).toEqual(['POST Bearer sk-secret'])
  expect(inside.asked).toEqual([])
})

it('an answer without end is left when it is too long', async () => {
  let hungUp = false
  const endpoint = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const more = () => {
      while (!response.destroyed && response.write('{"a":'.repeat(2_000)));
    }
    response.on('drain', more).on('close', () => {
      hungUp = true
    })
    more()
  })
  const answer = await plainFetch(100_000)(endpoint.url)
  await expect(answer.json()).rejects.toMatchObject({ code: 'malformed', passing: false })
  await until(() => hungUp)
})
