/** How long a provider asks to be left alone, from its headers: milliseconds, seconds or a date; null where it says nothing. */
export function retryAfterMs(headers: Headers | undefined, now: Date): number | null {
  const millis = amount(headers?.get('retry-after-ms'))
  if (millis !== null) return millis
  const said = headers?.get('retry-after')
  const seconds = amount(said)
  if (seconds !== null) return seconds * 1_000
  const until = Date.parse(said ?? '')
  return Number.isNaN(until) ? null : Math.max(0, until - now.getTime())
}

/** A number of at least 0 and of no unit; null for anything else. */
function amount(text: string | null | undefined): number | null {
  if (!/^\s*\d+(\.\d+)?\s*$/.test(text ?? '')) return null
  return Number(text)
}
