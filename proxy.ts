import { type NextRequest, NextResponse } from 'next/server'

/**
 * Gives every page its content security policy, with a nonce of its own. The API is left out: it serves no documents,
 * and a proxied request body would be cut at 10 MB. Who may see a page is the page's business.
 */
export function proxy(request: NextRequest): NextResponse {
  const nonce = Buffer.from(crypto.randomUUID()).toString('base64')
  const policy = contentSecurityPolicy(nonce, process.env.NODE_ENV === 'development')
  // On the request too: Next takes the nonce for its own scripts from there.
  const headers = new Headers(request.headers)
  headers.set('content-security-policy', policy)
  headers.set('x-nonce', nonce)
  const response = NextResponse.next({ request: { headers } })
  for (const [name, value] of Object.entries({ ...SECURITY_HEADERS, 'content-security-policy': policy }))
    response.headers.set(name, value)
  return response
}

const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  // Invitation and reset links carry a secret in their path, which other sites must not learn.
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'x-robots-tag': 'noindex, nofollow',
}

/** Scripts only with the nonce; styles without, because toasts, selects and scroll locks insert style tags. */
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
