/**
 * Is it our own name that a request asks for? A page of another site can let its name lead to this machine a moment later
 * (DNS rebinding) and is then, for the browser, of one origin with what answers here. Only `Host` tells the two apart. What
 * proxies say in `x-forwarded-host` is not asked: such a page could say it too, and `Host` comes through proxies unchanged
 * (docs/operations.md).
 */

import { parseUrl } from '@/lib/text/parse-url'
import { plainPage } from './plain-page'

/** What is said to whoever asks for another name: what they can do, and nothing of what the own address is. */
export const FOREIGN_HOST =
  'Assay does not answer under this name. Open it at its own address; if this is the address that people are to use, set ' +
  'NEXTAUTH_URL to it and start Assay again.'

/** Names by which a machine reaches itself; what listens there only is out of reach of other machines. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)

/**
 * Does this `Host` name `address`, the NEXTAUTH_URL? Names of the machine itself count as one another. Where no address is
 * set, only these do. A request without `Host` comes from no browser.
 */
export function isOwnHost(host: string | null, address: string | undefined): boolean {
  if (host === null) return true
  const serverUrl = address ? new URL(address) : null
  const requestUrl = hostOf(host, serverUrl?.protocol ?? 'http:')
  if (!requestUrl) return false
  if (!serverUrl) return isLoopback(requestUrl.hostname)
  if (requestUrl.host === serverUrl.host) return true
  return isLoopback(serverUrl.hostname) && isLoopback(requestUrl.hostname) && requestUrl.port === serverUrl.port
}

/** A `Host` as the browser would write it: in lower case, without the port that goes without saying. */
function hostOf(host: string, protocol: string): URL | null {
  const text = `${protocol}//${host}`
  return /^[^\s/?#@\\]+$/.test(host) ? parseUrl(text) : null
}

/** The page that is shown instead of any other under a name that is not ours. */
export const foreignHostPage = (): string =>
  plainPage('Not the address of Assay', `<h1>Not the address of Assay</h1>\n<p>${FOREIGN_HOST}</p>`)
