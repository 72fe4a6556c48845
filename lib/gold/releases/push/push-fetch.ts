/**
 * How a push reaches its place: never into the own network of the server, except where its operator names the host; no redirect is
 * followed, so that no credential goes anywhere else; and what may be over in a while is tried again after growing pauses.
 */
import 'server-only'
import { setTimeout as after } from 'node:timers/promises'
import { Agent, type Dispatcher, fetch } from 'undici'
import { retryAfterMs } from '@/lib/automation/search/ask-provider'
import { guardedAgent, internet, type Network } from '@/lib/automation/search/guarded-agent'
import { judgeUrl } from '@/lib/automation/search/safe-address'
import { env } from '@/lib/platform/server/env'
import { StepFailure } from '@/lib/protocols/prefill'
import { PushInterrupted, PushRefused } from './target'

/** Tries of one request. */
const TRIES = 5
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 60_000

export interface PushNetwork {
  network: Network
  /** Hosts, with their port where they name one, that may be in the own network and may speak http. */
  allowed: readonly string[]
  pause(milliseconds: number, signal: AbortSignal): Promise<void>
}

const hostsIn = (list = ''): string[] =>
  list
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '')

export const theNetwork = (): PushNetwork => ({
  network: internet,
  allowed: hostsIn(env().ASSAY_PUSH_HOSTS),
  pause: async (milliseconds, signal) => {
    await after(milliseconds, undefined, { signal })
  },
})

export interface PushFetch {
  /** As the global one, for libraries that take one; throws PushRefused and PushInterrupted. */
  fetch: typeof globalThis.fetch
  close(): Promise<void>
}

/** `mayRepeat`: may this request be sent a second time, although the first may have arrived? */
export function pushFetch(
  { network, allowed, pause }: PushNetwork,
  signal: AbortSignal,
  mayRepeat: (method: string, url: URL) => boolean = () => true,
): PushFetch {
  const guarded = guardedAgent(network, signal)
  const plain = new Agent({ connectTimeout: 10_000, allowH2: false })
  const once = async (url: URL, init: RequestInit): Promise<Response> => {
    const isAllowed = allowed.includes(url.host)
    if (!isAllowed) refuseUnsafe(url)
    try {
      return await askOnce(url, init, { dispatcher: isAllowed ? plain : guarded, signal })
    } catch (error) {
      signal.throwIfAborted()
      throw meant(url, error)
    }
  }
  const many = async (url: URL, init: RequestInit): Promise<Response> => {
    const tries = mayRepeat(init.method ?? 'GET', url) ? TRIES : 1
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt === tries
      const got = await once(url, init).catch((error: unknown) => {
        if (isLast || !(error instanceof PushInterrupted)) throw error
        return null
      })
      if (got !== null && (isLast || !isPassing(got.status))) return got
      await got?.body?.cancel()
      await pause(pauseMs(attempt, got), signal)
    }
  }
  return {
    fetch: (input, init) => many(new URL(input instanceof Request ? input.url : input), init ?? {}),
    close: async () => {
      await Promise.all([guarded.destroy(), plain.destroy()])
    },
  }
}

export const isPassing = (status: number): boolean =>
  status === 408 || status === 429 || (status >= 500 && status !== 507)

function pauseMs(attempt: number, got: Response | null): number {
  const requestedPauseMs = got ? retryAfterMs({ 'retry-after': got.headers.get('retry-after') ?? undefined }) : null
  return Math.min(LONGEST_PAUSE_MS, requestedPauseMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1))
}

function refuseUnsafe(url: URL): void {
  const verdict = judgeUrl(url.href.split('?')[0] ?? '')
  const reason = !verdict.ok ? verdict.reason : url.protocol === 'https:' ? null : 'it does not begin with https'
  if (reason !== null) throw blocked(url, reason)
}

const blocked = (url: URL, reason: string) =>
  new PushRefused(
    `Nothing is sent to ${url.host}: ${reason}. Name a public server with https; whoever runs Assay can let a server of the own network through (ASSAY_PUSH_HOSTS).`,
  )

interface Way {
  dispatcher: Dispatcher
  signal: AbortSignal
}

/** A Blob goes as a stream of known length: whatever it is, it is read while it is sent. */
async function askOnce(url: URL, init: RequestInit, { dispatcher, signal }: Way): Promise<Response> {
  const { body } = init
  const headers = new Headers(init.headers)
  const isBlob = body instanceof Blob
  if (isBlob) headers.set('content-length', String(body.size))
  const fetchOptions = {
    method: init.method ?? 'GET',
    headers: Object.fromEntries(headers),
    body: isBlob ? body.stream() : body,
    ...(isBlob ? { duplex: 'half' } : {}),
    redirect: 'manual',
    signal: init.signal ? AbortSignal.any([signal, init.signal]) : signal,
    dispatcher,
  }
  // undici's fetch is the global one's newer version: the same shapes, under types of its own.
  return (await fetch(url.href, fetchOptions as Parameters<typeof fetch>[1])) as unknown as Response
}

/** Names of failures on the way, where another try does not help. */
const FINAL: Readonly<Record<string, string>> = {
  ENOTFOUND: 'there is no server of that name',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'nobody vouches for its certificate',
  SELF_SIGNED_CERT_IN_CHAIN: 'nobody vouches for its certificate',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'nobody vouches for its certificate',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
}

function meant(url: URL, error: unknown): Error {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof PushRefused || cause instanceof PushInterrupted) return cause
    if (cause instanceof StepFailure) return blocked(url, 'its name leads to an address that is not public')
    const why = 'code' in cause ? FINAL[String(cause.code)] : undefined
    if (why) return new PushRefused(`${url.host} cannot be reached: ${why}. Look at the address.`)
  }
  return new PushInterrupted(`${url.host} did not answer, or the connection broke.`)
}
