/** How long requests wait for this process while it works: another process asks it for nothing but an answer, one request after the other. */
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Asks without a pause, and sends every wait (milliseconds) at the end. */
const ASK = `
  const http = require('node:http')
  const agent = new http.Agent({ keepAlive: true })
  const waits = []
  let isOver = false
  const ask = () => {
    const since = performance.now()
    http.get({ port: Number(process.argv[1]), agent }, (response) => {
      response.resume().on('end', () => {
        waits.push(performance.now() - since)
        if (isOver) process.send(waits, () => process.exit(0))
        else setTimeout(ask, 2)
      })
    })
  }
  process.on('message', () => (isOver = true))
  process.send([])
  ask()`

export interface Asking {
  /** The waits of another process while the work is under way. */
  during(work: () => Promise<unknown>): Promise<number[]>
  end(): void
}

export async function startAsking(): Promise<Asking> {
  const server = createServer((_, response) => response.end('ok'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    async during(work) {
      const child = spawn(process.execPath, ['-e', ASK, String(port)], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      })
      const told = () => new Promise<number[]>((resolve) => child.once('message', (waits: number[]) => resolve(waits)))
      await told()
      await work()
      child.send('over')
      return told()
    },
    end: () => server.close(),
  }
}
