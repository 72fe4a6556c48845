/** What providers answer, made alike: web addresses only, each once, ranked from 1. Pure. */
import type { Hit } from '@/lib/protocols/prefill'
import { parseUrl } from '@/lib/text/parse-url'
import { storableText } from '@/lib/text/storable'

/** A result as a provider gave it. */
export interface RawHit {
  title: string
  url: string
  snippet: string
  publishedAt?: string | null
}

const tracking = /^(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id|igshid)$/i

/** What makes two addresses the same page: without scheme, fragment, tracking parameters and a slash at the end. */
export function pageKey(address: string): string | null {
  const url = parseUrl(address)
  if (!url) return null
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  for (const name of [...url.searchParams.keys()]) if (tracking.test(name)) url.searchParams.delete(name)
  return `${url.host.replace(/^www\./, '')}${withoutEndingSlashes(url.pathname)}${url.search}`
}

/** Counted from the end: a pattern would look for the end from each slash of a run. */
function withoutEndingSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

/** YYYY-MM-DD of what a provider calls the date of publication, or null where it cannot be told. */
export function dayOf(text: string | null | undefined): string | null {
  if (!text) return null
  const iso = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
  if (iso) return iso
  // "3 days ago" and the like are relative to a moment that nobody keeps.
  if (!/\b\d{4}\b/.test(text) || /^\d+$/.test(text.trim())) return null
  const local = Date.parse(`${text} UTC`)
  const time = Number.isNaN(local) ? Date.parse(text) : local
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10)
}

/** Text of a provider as plain text that can be kept: words of the query are marked, and characters cut in two. */
const plain = (text: string) =>
  storableText(text)
    .replace(/<\/?(?:strong|b|em|mark)>/gi, '')
    .replace(/\s+/g, ' ')
    .trim()

/** In the provider's order; what is known to be younger than `asOf` (YYYY-MM-DD) is left out. */
export function toHits(raw: readonly RawHit[], asOf: string | null, most: number): Hit[] {
  const seenKeys = new Set<string>()
  const hits: Hit[] = []
  for (const entry of raw) {
    const key = pageKey(entry.url)
    const publishedAt = dayOf(entry.publishedAt)
    if (key === null || seenKeys.has(key) || (asOf && publishedAt && publishedAt > asOf)) continue
    seenKeys.add(key)
    const url = new URL(entry.url).href
    hits.push({
      rank: hits.length + 1,
      title: plain(entry.title) || url,
      url,
      snippet: plain(entry.snippet),
      publishedAt,
    })
    if (hits.length === most) break
  }
  return hits
}
