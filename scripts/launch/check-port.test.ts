import { once } from 'node:events'
import net from 'node:net'
import { expect, test } from 'vitest'
import { checkPort } from './check-port'

test('a taken port gives one line, a free one passes and stays free', async () => {
  const server = net.createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await expect(checkPort(port, '127.0.0.1')).rejects.toThrow(
    `Port ${port} is taken: stop what uses it, or choose another one, such as PORT=${port + 1}.`,
  )
  server.close()
  await once(server, 'close')
  await checkPort(port, '127.0.0.1')
  await checkPort(port, '127.0.0.1')
})

test('a host that is not ours gives one line', async () => {
  await expect(checkPort(3000, '203.0.113.7')).rejects.toThrow('HOST=203.0.113.7 is not an address of this machine.')
})
