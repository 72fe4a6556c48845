/** Gives what the library throws the names of our own, with words for people. The key never gets into them. */
import OpenAI from 'openai'
import { StepFailure } from '@/lib/protocols/prefill'

export interface FailedCall {
  /** Whether the call was ended from this side, and by what. */
  ended: 'cancelled' | 'timeout' | null
  apiKey: string | undefined
  baseURL: string
  model: string
  timeoutMs: number
}

/** Longest stretch of a provider's own words that is passed on. */
const MOST_WORDS = 300

/** Codes of endpoints that look at a text before any model does. */
const FILTERED = new Set(['content_filter', 'content_policy_violation'])

/** The failure of a call that brought nothing back. Never throws. */
export function failureOf(error: unknown, call: FailedCall): StepFailure {
  if (error instanceof StepFailure) return error
  const place = shownUrl(call.baseURL)
  if (call.ended === 'cancelled') return new StepFailure('cancelled', 'The call was cancelled.')
  if (call.ended === 'timeout' || error instanceof OpenAI.APIConnectionTimeoutError)
    return new StepFailure(
      'timeout',
      `${place} gave no answer within ${Math.ceil(call.timeoutMs / 1_000)} s. Try again later, or choose a faster model.`,
      true,
    )
  if (error instanceof OpenAI.APIError && error.status !== undefined) return refusalOf(error, call, place)
  if (error instanceof SyntaxError)
    return new StepFailure('server_error', `${place} broke its answer off. Try again later.`, true)
  return new StepFailure(
    'unreachable',
    `${place} cannot be reached${causeOf(error)}. Check OPENAI_BASE_URL and the network, then try again.`,
    true,
  )
}

/** What a status means. */
function refusalOf(error: InstanceType<typeof OpenAI.APIError>, call: FailedCall, place: string): StepFailure {
  const status = Number(error.status)
  const words = wordsOf(error, call.apiKey)
  if (status < 500 && FILTERED.has(error.code ?? ''))
    return new StepFailure(
      'refused',
      `${place} refused to pass this text on to "${call.model}"${words}. Try another model.`,
    )
  if (status === 401 || status === 403)
    return new StepFailure(
      'wrong_key',
      call.apiKey
        ? `${place} does not accept the key. Ask an administrator to check it (OPENAI_API_KEY, or Provider keys) and what it may be used for.`
        : `${place} asks for a key. Ask an administrator to enter it under Provider keys, or to set OPENAI_API_KEY.`,
    )
  if (status === 402 || error.code === 'insufficient_quota')
    return new StepFailure(
      'wrong_key',
      `The credit of the key at ${place} is used up. Ask the administrator to add to it, then resume.`,
    )
  if (status === 429)
    return new StepFailure(
      'rate_limited',
      `${place} asks to be called less often. Try again later, or allow fewer calls a minute in the settings.`,
      true,
      retryAfterMs(error.headers, new Date()),
    )
  if (status >= 500 || status === 408 || status === 409 || status === 425)
    return new StepFailure(
      'server_error',
      `${place} failed with status ${status}${words}. Try again later.`,
      true,
      retryAfterMs(error.headers, new Date()),
    )
  if (status === 404)
    return new StepFailure(
      'bad_request',
      `${place} does not know the model "${call.model}"${words}. Check the model's name and OPENAI_BASE_URL.`,
    )
  return new StepFailure(
    'bad_request',
    `${place} did not accept the request for "${call.model}" (status ${status})${words}. Choose another model or other parameters.`,
  )
}

/** The provider's own words in parentheses, on one line, short, and without anything that may be a key. */
function wordsOf(error: InstanceType<typeof OpenAI.APIError>, apiKey: string | undefined): string {
  const body = error.error
  const providerMessage = body && 'message' in body && typeof body.message === 'string' ? body.message : ''
  const safe = (apiKey ? providerMessage.replaceAll(apiKey, '***') : providerMessage)
    .replace(/\b(sk|key|pk)-[\w*-]{6,}/g, '***')
    .replace(/\s+/g, ' ')
    .trim()
  if (safe === '') return ''
  return ` ("${safe.length > MOST_WORDS ? `${safe.slice(0, MOST_WORDS)}…` : safe}")`
}

/** The system's code of a failed connection, in parentheses. */
function causeOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ('code' in cause && typeof cause.code === 'string') return ` (${cause.code})`
  return ''
}

/** An address without credentials, query or trailing slash, as it may be shown. */
export function shownUrl(url: string): string {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname.replace(/\/+$/, '')}`
}

/** How long a provider asks to be left alone, from its headers: milliseconds, seconds or a date; null where it says nothing. */
export function retryAfterMs(headers: Headers | undefined, now: Date): number | null {
  const millis = amount(headers?.get('retry-after-ms'))
  if (millis !== null) return millis
  const retryAfter = headers?.get('retry-after')
  const seconds = amount(retryAfter)
  if (seconds !== null) return seconds * 1_000
  const until = Date.parse(retryAfter ?? '')
  return Number.isNaN(until) ? null : Math.max(0, until - now.getTime())
}

/** A number of at least 0 and of no unit; null for anything else. */
function amount(text: string | null | undefined): number | null {
  if (!/^\s*\d+(\.\d+)?\s*$/.test(text ?? '')) return null
  return Number(text)
}
