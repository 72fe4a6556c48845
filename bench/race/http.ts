/** Requests of a program to a peer: one person's cookies, and an answer that is read to its end. */
import http from 'node:http'
import { z } from 'zod'

export interface Asked {
  method: string
  /** From the root of the peer, with its query. */
  path: string
  headers: Record<string, string>
  body: string
}

export interface Answered {
  status: number
  /** What the answer sets, as its header has it. */
  cookies: string[]
  body: Buffer
}

/** Sends one request; throws where no answer comes. */
export type Send = (asked: Asked) => Promise<Answered>

/**
 * Sends to the peer at `url` over connections that are kept. A server may end a connection that nobody uses in the moment in which a
 * request is sent over it: such a request was not read, and is sent again.
 */
export function sendTo(url: string, agent = new http.Agent({ keepAlive: true })): Send {
  const send: Send = (asked) =>
    new Promise((resolve, reject) => {
      const { method, path, headers, body } = asked
      const sent = http.request(new URL(path, url), { method, agent, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            cookies: response.headers['set-cookie'] ?? [],
            body: Buffer.concat(chunks),
          }),
        )
      })
      sent.on('error', (error: NodeJS.ErrnoException) => {
        if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(send(asked))
        else reject(error)
      })
      sent.end(body)
    })
  return send
}

/** An answer that is none of the expected ones. */
export class PeerError extends Error {
  constructor(
    { method, path }: Asked,
    readonly status: number,
    text: string,
  ) {
    super(`${method} ${path}: ${status} ${text.slice(0, 300)}`)
  }
}

/** What is sent: JSON, the fields of a form, or a text of a type of its own. */
export interface Sent {
  json?: unknown
  form?: Record<string, string>
  text?: string
  type?: string
}

/** Requests of one person. Keeps the cookies that it is given. */
export class Session {
  private readonly cookies = new Map<string, string>()

  /** `headers` go with every request. */
  constructor(
    private readonly send: Send,
    private readonly headers: Record<string, string> = {},
  ) {}

  cookie(name: string): string {
    return this.cookies.get(name) ?? ''
  }

  /** As a request says them. */
  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** The text of the answer. Throws PeerError from 400 on. */
  async ask(method: string, path: string, sent: Sent = {}, headers: Record<string, string> = {}): Promise<string> {
    return (await this.bytes(method, path, sent, headers)).toString('utf8')
  }

  /** The answer as it comes. Throws PeerError from 400 on. */
  async bytes(method: string, path: string, sent: Sent = {}, headers: Record<string, string> = {}): Promise<Buffer> {
    const { body, type } = encoded(sent)
    const cookie = this.cookieHeader()
    const asked: Asked = {
      method,
      path,
      headers: {
        ...this.headers,
        ...headers,
        ...(cookie ? { cookie } : {}),
        ...(type ? { 'content-type': type } : {}),
        'content-length': String(Buffer.byteLength(body)),
      },
      body,
    }
    const answered = await this.send(asked)
    for (const line of answered.cookies) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      this.cookies.set(name, value)
    }
    if (answered.status >= 400 || answered.status === 0)
      throw new PeerError(asked, answered.status, answered.body.toString('utf8'))
    return answered.body
  }

  /** The answer as JSON of this form. Throws PeerError from 400 on, and where the form is another. */
  async json<T>(
    schema: z.ZodType<T>,
    method: string,
    path: string,
    sent: Sent = {},
    headers: Record<string, string> = {},
  ): Promise<T> {
    const text = await this.ask(method, path, sent, { accept: 'application/json', ...headers })
    const read = schema.safeParse(JSON.parse(text))
    if (!read.success) throw new Error(`${method} ${path} answered in another form: ${z.prettifyError(read.error)}`)
    return read.data
  }
}

function encoded({ json, form, text, type }: Sent): { body: string; type: string } {
  if (json !== undefined) return { body: JSON.stringify(json), type: 'application/json' }
  if (form) return { body: new URLSearchParams(form).toString(), type: 'application/x-www-form-urlencoded' }
  return { body: text ?? '', type: type ?? '' }
}
