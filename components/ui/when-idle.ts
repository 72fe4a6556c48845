const LATEST_MS = 3_000

/** Does something once the browser has nothing better to do. Returns how to leave it. */
export function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, LATEST_MS)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(work, { timeout: LATEST_MS })
  return () => cancelIdleCallback(request)
}
