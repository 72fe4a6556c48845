import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { sendTo } from './http'

/** A server on a port of its own; returns its address. */
async function serve(answer: http.RequestListener): Promise<string> {
  const server = http.createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const GET = { method: 'GET', path: '/', headers: {}, body: '' }

test('a request over a kept connection that the server has just ended is sent again', async () => {
  const asked = new Map<unknown, number>()
  const url = await serve((request, response) => {
    const count = (asked.get(request.socket) ?? 0) + 1
    asked.set(request.socket, count)
    if (count === 2) request.socket.destroy()
    else response.end('page')
  })
  const send = sendTo(url)
  expect((await send(GET)).body.toString()).toBe('page')
  expect((await send(GET)).body.toString()).toBe('page')
  expect([...asked.values()]).toEqual([2, 1])
})

test('what a server ends on a new connection is a failure', async () => {
  const url = await serve((request) => request.socket.destroy())
  await expect(sendTo(url)(GET)).rejects.toThrow('socket hang up')
})
