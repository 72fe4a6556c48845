/**
 * Pages that show answers, opened from another site. That somebody has read answers is remembered and bars them from the
 * task for good, so no other site may do it for them: they are asked first. Links within Assay and typed addresses are
 * not asked about.
 */
import { plainPage } from './plain-page'

const IN_PROJECT =
  /^\/projects\/[^/]+\/(?:agreement|checks|dataset|evaluation|items|prefill\/anchoring|releases)(?:\/|$)/
const AT_TASK = /^\/projects\/[^/]+\/tasks\/[^/]+\/(?:consolidate|timeline)\/?$/

/** Does another site open a page that shows answers? A neighbour under the same domain is another site, too. */
export function isCrossSiteNavigation(request: { headers: Headers; nextUrl: { pathname: string } }): boolean {
  const site = request.headers.get('sec-fetch-site')
  const { pathname } = request.nextUrl
  return (site === 'cross-site' || site === 'same-site') && (IN_PROJECT.test(pathname) || AT_TASK.test(pathname))
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign)

/** A page that leads on to `address`, a path in Assay, by a click. */
export const askFirst = (address: string): string =>
  plainPage(
    'Open this page?',
    `<h1>Open this page?</h1>
<p>You come from another site. This page may show answers of others; Assay remembers who has read them, and you cannot
annotate those tasks afterwards.</p>
<p><a href="${escaped(address)}">Open the page</a></p>`,
  )
