/** The host of a web address without "www."; the address itself where it is none. */
export function linkHost(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : url
}
