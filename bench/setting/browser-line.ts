/** Requests of the browser's own code from this process: a page knows neither its server's address nor its cookie. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { REQUEST_LIMIT_MS } from '@/lib/annotation/outbox/send-schedule'
import type { Endpoint, Result } from '@/lib/platform/api/endpoint'
import { ApiError } from '@/lib/platform/client/api-error'
import { type CallInput, call } from '@/lib/platform/client/fetch-json'

const AGAIN_MS = 500

/** Where somebody's requests go, and as whom. */
export interface Line {
  url: string
  cookie: string
  /** Told of every request that came through. */
  onTime?: (endpoint: string, ms: number) => void
  /** Told of every other one: its status, or that there was no answer. */
  onFailure?: (endpoint: string, why: string) => void
}
const line = new AsyncLocalStorage<Line>()
const globals: typeof globalThis & { __browserLike?: boolean } = globalThis

/** Requests within `onLine` go where its line says, as a browser would send them. */
export function behaveLikeBrowsers(): void {
  if (globals.__browserLike) return
  globals.__browserLike = true
  const send = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const at = line.getStore()
    if (!at || typeof input !== 'string' || !input.startsWith('/')) return send(input, init)
    const headers = new Headers(init?.headers)
    headers.set('cookie', at.cookie)
    const name = nameOf(init?.method ?? 'GET', input)
    const start = performance.now()
    const response = await send(at.url + input, { ...init, headers, keepalive: false }).catch((error: unknown) => {
      at.onFailure?.(name, 'no answer')
      throw error
    })
    if (response.ok) at.onTime?.(name, performance.now() - start)
    else at.onFailure?.(name, String(response.status))
    return response
  }
}

const nameOf = (method: string, path: string) => `${method} ${path.replace(/\?.*/, '').replace(/[0-9a-f-]{36}/g, '*')}`

export const onLine = <T>(at: Line, work: () => Promise<T>): Promise<T> => line.run(at, work)

/** One request, again and again while the network or the server is at fault: what people do who press a button again. */
export async function insist<const E extends Endpoint>(at: Line, endpoint: E, input: CallInput<E>): Promise<Result<E>> {
  for (;;) {
    try {
      return await onLine(at, () => call(endpoint, input, { signal: AbortSignal.timeout(REQUEST_LIMIT_MS) }))
    } catch (error) {
      if (error instanceof ApiError && !error.isTransient && error.status !== 401) throw error
      await pause(AGAIN_MS)
    }
  }
}
