import { parseUrl } from '@/lib/text/parse-url'

/** `example.org/page` as people paste it, with the scheme that it lacks. */
export function completedAddress(text: string): string {
  const url = text.trim()
  return /^[\w-]+(\.[\w-]+)+([/?#:]|$)/.test(url) ? `https://${url}` : url
}

/** The host by which a reader knows a page, without `www.`; null for anything but a complete web address. */
export function hostOf(url: string | null): string | null {
  if (!url || !/^https?:\/\//i.test(url)) return null
  return parseUrl(url)?.hostname.replace(/^www\./, '') || null
}
