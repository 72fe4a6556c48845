/** Stands between people and the web processes, and does to requests what networks do. */
import http from 'node:http'
import { pipeline } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '@/scripts/postgres/postmaster'
import type { Chance } from '@/tests/simulation/chance'

/** The probability of each mishap, for a request. */
export interface Weather {
  /** Takes up to a second longer. */
  slow: number
  /** Cut before the server hears of it. */
  lost: number
  /** The server does it, and nobody hears its answer. */
  unanswered: number
  /** Cut at once and delivered later all the same, after what was sent next. */
  late: number
  /** Delivered twice, the second time up to two seconds later. */
  twice: number
}

export const FAIR: Weather = { slow: 0, lost: 0, unanswered: 0, late: 0, twice: 0 }
export const FOUL: Weather = { slow: 0.3, lost: 0.05, unanswered: 0.1, late: 0.08, twice: 0.1 }

/** The header by which a request asks for one of the servers, counted from 0: they answer under the one address only. */
export const TO_SERVER = 'x-to-server'

interface Answer {
  status: number
  headers: http.IncomingHttpHeaders
  /** Whole, or as it comes where it has no end. */
  body: Buffer | http.IncomingMessage
}

export class BadNetwork {
  weather: Weather = FAIR
  /** How often each mishap came about. */
  readonly mishaps: Record<keyof Weather, number> = { slow: 0, lost: 0, unanswered: 0, late: 0, twice: 0 }
  private readonly agent = new http.Agent({ keepAlive: true, maxSockets: 256 })
  private turn = 0

  private constructor(
    readonly url: string,
    private readonly servers: readonly string[],
    private readonly chance: Chance,
    private readonly server: http.Server,
  ) {}

  /** Requests go to the servers in turns, unless they name one. */
  static async open(port: number, servers: readonly string[], chance: Chance): Promise<BadNetwork> {
    const server = http.createServer()
    const network = new BadNetwork(`http://127.0.0.1:${port}`, servers, chance, server)
    server.on('request', (request, response) => void network.carry(request, response))
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return network
  }

  static freePort(): Promise<number> {
    return freePort(0)
  }

  async close(): Promise<void> {
    this.agent.destroy()
    const closed = new Promise((resolve) => this.server.close(resolve))
    this.server.closeAllConnections()
    await closed
  }

  private happens(mishap: keyof Weather): boolean {
    const does = this.chance.happens(this.weather[mishap])
    if (does) this.mishaps[mishap] += 1
    return does
  }

  private async carry(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const body = await whole(request).catch(() => null)
    if (!body || this.happens('lost')) return void response.destroy()
    if (this.happens('slow')) await pause(this.chance.index(1_000))
    if (this.happens('late')) {
      response.destroy()
      await pause(500 + this.chance.index(2_500))
      await this.deliver(request, body).catch(() => undefined)
      return
    }
    if (this.happens('twice'))
      void pause(this.chance.index(2_000)).then(() => this.deliver(request, body).catch(() => undefined))
    const answer = await this.deliver(request, body).catch(() => null)
    if (!answer || this.happens('unanswered')) return void response.destroy()
    response.writeHead(answer.status, answer.headers)
    if (Buffer.isBuffer(answer.body)) response.end(answer.body)
    // Whoever goes away first takes the other along.
    else pipeline(answer.body, response, () => undefined)
  }

  /** A server that lets nobody in is passed over, as balancers do: it cannot have done anything. */
  private async deliver(request: http.IncomingMessage, body: Buffer): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const server = this.servers[this.next(request) % this.servers.length] ?? ''
      try {
        return await this.ask(server, request, body)
      } catch (error) {
        const isRefused = error instanceof Error && 'code' in error && error.code === 'ECONNREFUSED'
        if (!isRefused || tries >= this.servers.length) throw error
      }
    }
  }

  private next({ headers }: http.IncomingMessage): number {
    const wanted = headers[TO_SERVER]
    return wanted === undefined ? this.turn++ : Number(wanted)
  }

  private ask(server: string, { url, method, headers }: http.IncomingMessage, body: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = http.request(`${server}${url}`, { method, headers, agent: this.agent })
      sent.once('response', (response: http.IncomingMessage) => {
        const { 'transfer-encoding': _, ...kept } = response.headers
        if (kept['content-type']?.startsWith('text/event-stream'))
          return resolve({ status: response.statusCode ?? 502, headers: kept, body: response })
        whole(response).then(
          (read) => resolve({ status: response.statusCode ?? 502, headers: kept, body: read }),
          reject,
        )
      })
      sent.once('error', reject)
      sent.end(body)
    })
  }
}

async function whole(stream: http.IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
