/** A link of a navigation, with the other addresses that belong to it. */
export interface Covering {
  href: string
  covers?: readonly string[]
}

/** The link that a path belongs to: the one with the longest address that is the path or lies above it; null if none does. */
export function currentLink(path: string, links: readonly Covering[]): string | null {
  const addresses = links.flatMap(({ href, covers = [] }) => [href, ...covers].map((address) => ({ href, address })))
  const above = addresses.filter(({ address }) => path === address || path.startsWith(`${address}/`))
  const longest = above.reduce<(typeof above)[number] | null>(
    (best, each) => (best === null || each.address.length > best.address.length ? each : best),
    null,
  )
  return longest?.href ?? null
}
