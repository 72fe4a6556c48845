import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { until } from '@/tests/support/wait'
import { untilAnswers } from './until-answers'

test('waits for an answer that is none of failure, and not where nobody can be asked', async () => {
  let asked = 0
  let isReady = false
  const server = createServer((_, response) => {
    asked++
    response.writeHead(isReady ? 200 : 503).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  let isOver = false
  const waiting = untilAnswers(`http://127.0.0.1:${port}/`, new AbortController().signal).then(() => {
    isOver = true
  })
  await until(() => asked > 1)
  expect(isOver).toBe(false)
  isReady = true
  await waiting
  server.close()
  await untilAnswers(undefined, new AbortController().signal)
  await untilAnswers('http://127.0.0.1:1/', AbortSignal.abort())
})
