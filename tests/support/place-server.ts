/** What servers of places for releases have in common, in tests: an address, what was asked of them, and faults on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  method: string
  url: URL
  headers: IncomingMessage['headers']
  body: Buffer
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string | Buffer
}

/** Instead of an answer: the connection breaks. */
export const BROKEN = 'broken'

export interface PlaceServer {
  /** `http://127.0.0.1:port`. */
  address: string
  /** What is written in ASSAY_PUSH_HOSTS. */
  host: string
  asked: Asked[]
  /** Asked before each answer; what it returns takes its place. */
  fault(asked: Asked): Answer | typeof BROKEN | undefined | Promise<Answer | typeof BROKEN | undefined>
  /** Answers itself, piece by piece or never, and returns true; asked before `fault`. */
  stream(asked: Asked, response: ServerResponse): boolean
  close(): Promise<void>
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

export async function placeServer(answer: (asked: Asked) => Answer): Promise<PlaceServer> {
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request)
    const { method = '', headers } = request
    const asked: Asked = { method, headers, body, url: new URL(request.url ?? '/', place.address) }
    place.asked.push(asked)
    if (place.stream(asked, response)) return
    const given = (await place.fault(asked)) ?? answer(asked)
    if (given === BROKEN) return response.destroy()
    response.writeHead(given.status, given.headers).end(method === 'HEAD' ? undefined : given.body)
  }
  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      response.writeHead(400).end(String(error))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const place: PlaceServer = {
    address: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    asked: [],
    fault: () => undefined,
    stream: () => false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return place
}
