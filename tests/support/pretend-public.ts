/**
 * A local web server that tests reach as if it stood in the public internet: names resolve by a table, and public addresses
 * are dialled at the server. What is never dialled never had a socket.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Network } from '@/lib/automation/search/guarded-agent'
import { TEST_LIMIT_MS } from './limits'

export const publicAddress = '93.184.215.14'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface PretendWeb {
  network: Network
  /** By host and path ("news.example/a"); robots.txt is missing unless given. */
  pages: Map<string, Answer>
  /** What a name resolves to; several lists are given out one after the other, the last for ever. */
  names: Map<string, string[][]>
  /** Addresses that a connection was opened to. */
  dialled: string[]
  /** Names that were resolved. */
  resolved: string[]
  /** Host and path of every request. */
  requests: string[]
  /** Sockets that reached the server. */
  sockets(): number
  close(): Promise<void>
}

/**
 * Limits for fetching a page: what comes at all comes before these, on a busy machine too. A test of what does not come gives one of its own,
 * and would wait for ever with these.
 */
export const PATIENT = { timeoutMs: TEST_LIMIT_MS * 2, robotsMs: TEST_LIMIT_MS * 2 }

/** A page of text. */
export const html =
  (body: string, headers: Record<string, string> = {}): Answer =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
  }

export const redirect =
  (location: string, status = 302): Answer =>
  (_, response) => {
    response.writeHead(status, { location }).end()
  }

export async function pretendWeb(): Promise<PretendWeb> {
  const pages: PretendWeb['pages'] = new Map()
  const names: PretendWeb['names'] = new Map()
  const dialled: string[] = []
  const resolved: string[] = []
  const requests: string[] = []
  let sockets = 0
  const server = createServer((request, response) => {
    const address = `${request.headers.host}${request.url}`
    requests.push(address)
    const answer = pages.get(address)
    if (answer) answer(request, response)
    else response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here')
  })
  server.on('connection', () => sockets++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address())
  return {
    pages,
    names,
    dialled,
    resolved,
    requests,
    sockets: () => sockets,
    network: {
      resolve: async (hostname) => {
        resolved.push(hostname)
        const lists = names.get(hostname) ?? [[publicAddress]]
        return (lists.length > 1 ? lists.shift() : lists[0]) ?? []
      },
      dial: (address) => {
        dialled.push(address)
        return { host: '127.0.0.1', port: String(port) }
      },
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
