/**
 * Answers of the real tools, kept for tests: `recordTo` notes every request of an adapter with its answer, `replay` answers the
 * same requests in the same order, and refuses any other. Secrets are replaced by names before anything is kept.
 */
import { z } from 'zod'
import type { Answered, Asked, Send } from './http'

const exchangeSchema = z.object({
  method: z.string(),
  path: z.string(),
  /** What was sent, in the adapter's words. */
  sent: z.string(),
  status: z.number(),
  cookies: z.array(z.string()),
  text: z.string().optional(),
  /** In the place of `text` where the answer is none. */
  base64: z.string().optional(),
  /** Of a page, `text` has only the lines that hold what adapters read there. */
  excerpt: z.literal(true).optional(),
})
type Exchange = z.infer<typeof exchangeSchema>

export const recordingSchema = z.object({
  /** The tool and its version. */
  of: z.string(),
  /** The day. */
  on: z.iso.date(),
  exchanges: z.array(exchangeSchema),
})
export type Recording = z.infer<typeof recordingSchema>

/** Notes what goes through `send`. */
export function recordTo(exchanges: Exchange[], send: Send): Send {
  return async (asked) => {
    const { status, cookies, body } = await send(asked)
    const text = body.toString('utf8')
    const answer = Buffer.from(text, 'utf8').equals(body) ? { text } : { base64: body.toString('base64') }
    exchanges.push({ method: asked.method, path: asked.path, sent: asked.body, status, cookies, ...answer })
    return { status, cookies, body }
  }
}

/** The exchanges with each secret replaced by its name, wherever it stands, also as a part of an address. */
export function withoutSecrets(exchanges: readonly Exchange[], secrets: ReadonlyMap<string, string>): Exchange[] {
  // The longest first: one may be a part of another.
  const all = [...secrets].toSorted(([left], [right]) => right.length - left.length)
  const inForms = (secret: string) => new URLSearchParams([['', secret]]).toString().slice(1)
  const clean = (text: string) => {
    let rest = text
    for (const [secret, name] of all)
      for (const written of new Set([secret, encodeURIComponent(secret), inForms(secret)]))
        rest = rest.replaceAll(written, name)
    return rest
  }
  return exchanges.map((exchange) => ({
    ...exchange,
    path: clean(exchange.path),
    sent: clean(exchange.sent),
    cookies: exchange.cookies.map(clean),
    ...(exchange.text === undefined ? {} : { text: clean(exchange.text) }),
  }))
}

/** What adapters read on pages: Potato has its items nowhere else. */
const READ_ON_PAGES = /id="instance_id"|data-original-text="/
const PAGE = /<html[\s>]/

/** The exchanges with pages cut to the lines that are read: they are works of others, and long. */
export function withExcerpts(exchanges: readonly Exchange[]): Exchange[] {
  return exchanges.map((exchange) => {
    const { text } = exchange
    if (text === undefined || !PAGE.test(text)) return exchange
    const lines = text.split('\n').filter((line) => READ_ON_PAGES.test(line))
    return { ...exchange, text: lines.join('\n'), excerpt: true }
  })
}

/** Tokens are longer than any word or identifier that a tool makes. */
const TOKEN = /(?<![\w-])[\w-]{40,}(?![\w-])/g

/** The values of all cookies that were set and all tokens in texts, by what they are called from then on. */
export function tokensIn(exchanges: readonly Exchange[]): Map<string, string> {
  const secrets = new Map<string, string>()
  const add = (secret: string) => {
    if (!secrets.has(secret)) secrets.set(secret, `secret-${secrets.size + 1}`)
  }
  for (const { cookies, text = '' } of exchanges) {
    for (const cookie of cookies) {
      const value = /^[^=]+=([^;]*)/.exec(cookie)?.[1] ?? ''
      if (value.length >= 8) add(value)
    }
    for (const [token] of text.matchAll(TOKEN)) add(token)
  }
  return secrets
}

/** Answers as recorded, and counts what is left. */
export class Replay {
  private at = 0

  constructor(private readonly recording: Recording) {}

  get left(): number {
    return this.recording.exchanges.length - this.at
  }

  readonly send: Send = async (asked: Asked): Promise<Answered> => {
    const exchange = this.recording.exchanges[this.at++]
    const [expected, got] = [exchange, asked].map((each) => each && `${each.method} ${each.path}`)
    if (!exchange || expected !== got)
      throw new Error(`request ${this.at} is ${got}; recorded: ${expected ?? 'no more'}`)
    if (exchange.sent !== asked.body)
      throw new Error(`request ${this.at}, ${got}, sends\n${asked.body}\nrecorded:\n${exchange.sent}`)
    const { status, cookies, text, base64 } = exchange
    return { status, cookies, body: base64 === undefined ? Buffer.from(text ?? '') : Buffer.from(base64, 'base64') }
  }
}
