/** One try at a provider's JSON, with every way in which it can go wrong told apart. Never repeats what was sent. */
import { errors, request } from 'undici'
import type { z } from 'zod'
import { StepFailure } from '@/lib/protocols/prefill'

export interface ProviderCall<T> {
  /** As people know it: "Serper". */
  provider: string
  /** The variable that its key is in, or its address where it needs no key. */
  variable: string
  url: URL
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: unknown
  answer: z.ZodType<T>
  signal: AbortSignal
  timeoutMs: number
  /** What a status means with this provider, where it is not what it means elsewhere. */
  meaning?(status: number, body: string): 'wrong_key' | 'no_credit' | 'rate_limited' | undefined
}

/** Most bytes read of an answer. */
const most = 2_000_000

/** Milliseconds to wait by Retry-After (seconds or a date), or by Brave's X-RateLimit-Reset (seconds, the nearest first). */
export function retryAfterMs(headers: Record<string, string | string[] | undefined>, now = Date.now()): number | null {
  const headerValue =
    [headers['retry-after']].flat()[0]?.trim() ?? [headers['x-ratelimit-reset']].flat()[0]?.split(',')[0]
  if (!headerValue) return null
  if (/^\d+(\.\d+)?$/.test(headerValue)) return Math.ceil(Number(headerValue) * 1000)
  const retryTime = Date.parse(headerValue)
  return Number.isNaN(retryTime) ? null : Math.max(0, retryTime - now)
}

type Given = Pick<ProviderCall<unknown>, 'provider' | 'variable'>
type Headers = Record<string, string | string[] | undefined>

const wrongKey = ({ provider, variable }: Given) =>
  new StepFailure(
    'wrong_key',
    `${provider} refused the key. Ask an administrator to check it: ${variable} in the environment of the server, or Provider keys.`,
  )

/** Why an answer other than 2xx came, in words. */
function failureOf(call: Given, status: number, headers: Headers, meaning: string | undefined): StepFailure {
  const { provider, variable } = call
  if (meaning === 'no_credit' || status === 402) {
    const message = `The account behind ${variable} has no searches left at ${provider}. Top it up, or choose another search.`
    return new StepFailure('wrong_key', message)
  }
  if (meaning === 'rate_limited' || status === 429) {
    const message = `${provider} asks for fewer searches at a time. Retry in a while, or lower the calls a minute.`
    return new StepFailure('rate_limited', message, true, retryAfterMs(headers))
  }
  if (meaning === 'wrong_key' || status === 401 || status === 403) return wrongKey(call)
  if (status >= 500 || status === 408) {
    const message = `${provider} failed with status ${status}. Retry in a while.`
    return new StepFailure('server_error', message, true, retryAfterMs(headers))
  }
  return new StepFailure('bad_request', `${provider} did not take the search (status ${status}). Reword the query.`)
}

/** Why no answer came at all. */
function silenceOf({ provider, variable }: Given, error: unknown, cancelled: boolean): StepFailure {
  if (error instanceof StepFailure) return error
  if (cancelled) return new StepFailure('cancelled', `The search with ${provider} was cancelled.`)
  const slow =
    (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) ||
    error instanceof errors.HeadersTimeoutError ||
    error instanceof errors.BodyTimeoutError ||
    error instanceof errors.ConnectTimeoutError
  if (slow) return new StepFailure('timeout', `${provider} did not answer in time. Retry in a while.`, true)
  const message = `${provider} cannot be reached. Check the server's way to the internet, or ${variable}.`
  return new StepFailure('unreachable', message, true)
}

async function readText(body: AsyncIterable<Uint8Array>, provider: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > most) throw malformed(provider)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const malformed = (provider: string) =>
  new StepFailure(
    'malformed',
    `${provider} answered in a form that Assay does not know. Retry, or choose another search.`,
  )

function parsed<T>(text: string, answer: z.ZodType<T>, provider: string): T {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    throw malformed(provider)
  }
  const result = answer.safeParse(json)
  if (!result.success) throw malformed(provider)
  return result.data
}

/** Sends it once. Redirects are not followed, so that a key goes nowhere else. */
export async function askProvider<T>(call: ProviderCall<T>): Promise<T> {
  const timeout = AbortSignal.timeout(call.timeoutMs)
  try {
    const { statusCode, headers, body } = await request(call.url, {
      method: call.method,
      headers: {
        accept: 'application/json',
        ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...call.headers,
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
      signal: AbortSignal.any([call.signal, timeout]),
      headersTimeout: call.timeoutMs,
      bodyTimeout: call.timeoutMs,
    })
    const text = await readText(body, call.provider)
    if (statusCode < 200 || statusCode > 299) {
      throw failureOf(call, statusCode, headers, call.meaning?.(statusCode, text))
    }
    return parsed(text, call.answer, call.provider)
  } catch (error) {
    throw silenceOf(call, error, call.signal.aborted && !timeout.aborted)
  }
}
