/** Answers to questions of form `links`, as lists that the screen works with. */
import type { Json, Link } from '@/lib/protocols/protocol'

export const linkValue = ({ url, note }: Link): Json => (note === undefined ? { url } : { url, note })

/** The links in an answer; none where it is none. */
export function linksOf(value: Json): Link[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry) =>
    entry && typeof entry === 'object' && !Array.isArray(entry) && typeof entry.url === 'string'
      ? [{ url: entry.url, note: typeof entry.note === 'string' ? entry.note : undefined }]
      : [],
  )
}

/** The answer with more links behind its own; an address that is there already is not added again. */
export function withLinks(value: Json, more: Json): Json {
  const links = linksOf(value)
  const addresses = new Set(links.map(({ url }) => url))
  return [...links, ...linksOf(more).filter(({ url }) => !addresses.has(url))].map(linkValue)
}
