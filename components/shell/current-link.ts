/** The link that a path belongs to: the longest one that is the path or lies above it; null if none does. */
export function currentLink(path: string, hrefs: readonly string[]): string | null {
  const above = hrefs.filter((href) => path === href || path.startsWith(`${href}/`))
  return above.reduce<string | null>((best, href) => (best === null || href.length > best.length ? href : best), null)
}
