import type { ReviewQuery } from './contract'

type Narrowing = { readonly [name in keyof ReviewQuery]: string | null | undefined }

/** Of which items, as a part of an address: `?domain=wk`; empty where it is all of them. */
export function searchOfReview({ domain, tag }: Narrowing): string {
  const search = new URLSearchParams([...(domain ? [['domain', domain]] : []), ...(tag ? [['tag', tag]] : [])])
  return search.size > 0 ? `?${search}` : ''
}

/** What `searchOfReview` wrote. */
export function narrowingOf(search: URLSearchParams): ReviewQuery {
  return { domain: search.get('domain') ?? undefined, tag: search.get('tag') ?? undefined }
}
