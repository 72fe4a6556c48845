import { QueryClient } from '@tanstack/react-query'

const STALE_AFTER_MS = 30_000
const MAX_RETRIES = 2

/** The HTTP status that an error of our fetch carries, if any. */
function statusOf(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('status' in error)) return undefined
  return typeof error.status === 'number' ? error.status : undefined
}

/** Retries what may heal by itself (network, 5xx, 429); never what the server has refused. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const status = statusOf(error)
  const refused = status !== undefined && status >= 400 && status < 500 && status !== 429
  return !refused && failures < MAX_RETRIES
}

/**
 * A new cache with the product's defaults: one per browser tab, one per request on the server. The browser's word on
 * being online is not asked: it knows nothing of a server on this machine, and a command held back says nothing.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: STALE_AFTER_MS, retry: shouldRetry, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
