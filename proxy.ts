import { type NextRequest, NextResponse } from 'next/server'
import { askFirst, isCrossSiteNavigation } from '@/lib/platform/server/cross-site-navigation'
import { foreignHostPage, isOwnHost } from '@/lib/platform/server/own-host'
import { REQUEST_ID, requestIdOf } from '@/lib/platform/server/request-id'
import { strictTransport } from '@/lib/platform/server/strict-transport'

/**
 * Gives every page its name for the log and its content security policy, with a nonce of its own. The API is left out:
 * it serves no documents, and a proxied request body would be cut at 10 MB; `handle` asks for the host there. Who may see a
 * page is the page's business. Files of the build are the same for everybody and are given to whoever asks.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64')
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === 'development')
  // On the request too: Next takes the nonce for its own scripts from there.
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  headers.set('x-nonce', nonce)
  const requestId = requestIdOf(request.headers)
  headers.set(REQUEST_ID, requestId)
  const response = answerInstead(request) ?? NextResponse.next({ request: { headers } })
  const responseHeaders = { ...SECURITY_HEADERS, 'content-security-policy': policy, [REQUEST_ID]: requestId }
  for (const [name, value] of Object.entries(responseHeaders)) response.headers.set(name, value)
  const strict = strictTransport(process.env.NEXTAUTH_URL)
  if (strict) response.headers.set('strict-transport-security', strict)
  return response
}

/** What is shown in the place of the page, or null where the page may show itself. */
function answerInstead(request: NextRequest): NextResponse | null {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
  if (!isOwnHost(request.headers.get('host'), process.env.NEXTAUTH_URL))
    return new NextResponse(foreignHostPage(), { status: 421, headers })
  const { pathname, search } = request.nextUrl
  // Mail programs send the address of the link itself, without opening the page (RFC 8058).
  if (request.method === 'POST' && pathname.startsWith('/unsubscribe/'))
    return NextResponse.rewrite(new URL(`/api${pathname}`, request.url))
  return isCrossSiteNavigation(request) ? new NextResponse(askFirst(pathname + search), { headers }) : null
}

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  // Invitation and reset links carry a secret in their path, which other sites must not learn.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-robots-tag': 'noindex, nofollow',
}

/**
 * Scripts only with the nonce. Styles without: toasts, selects and scroll locks insert style tags, and charts and
 * progress bars carry style attributes, which a nonce cannot allow. No text of anybody's becomes a style or a tag.
 */
export function contentSecurityPolicy(nonce: string, development: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ''}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

export const config = { matcher: ['/((?!api/|_next/static|_next/image|icon.svg).*)'] }
