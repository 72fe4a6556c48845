import 'server-only'
import { NextRequest } from 'next/server'
import { withAnswerHeaders } from './answer-headers'
import { AppError } from './errors'
import { log, stackOf } from './log'
import { problemResponse } from './problem-response'
import { limitAddress } from './rate-limit'
import type { RequestContext } from './request-context'
import { requireOwnHost } from './require-own-host'

/** The largest form of a sign-in (bytes); next-auth would read whatever comes. */
const MAX_FORM = 20_000

interface Door {
  nextAuth: () => Promise<Response>
  /** Is it a code that the sign-in page knows? */
  isCode: (code: string | null) => boolean
}

/** next-auth knows no HEAD: it is asked for the whole answer, of which the server sends what it says of itself. */
export const headAsGet = (request: NextRequest): NextRequest =>
  request.method === 'HEAD' ? new NextRequest(request.url, { headers: request.headers }) : request

/**
 * Answers a request of signing in: with what next-auth says, where it is to see the request at all. Whatever it throws, on
 * a cookie that somebody wrote by hand for instance, ends as every other failure does, and not in a stack of Next's.
 */
export async function guardSignIn(
  request: Request,
  context: RequestContext,
  { nextAuth, isCode }: Door,
): Promise<Response> {
  try {
    return withAnswerHeaders(answerBefore(request, isCode) ?? (await nextAuth()))
  } catch (error) {
    if (!(error instanceof AppError)) log.error('sign-in failed', { cause: stackOf(error) })
    const problem = error instanceof AppError ? error : new AppError('internal')
    context.problem = problem.code
    return problemResponse(problem, context.requestId)
  }
}

/**
 * What is answered in the place of next-auth, or null. Through its `_log` strangers would write into our log, and so they
 * would through an `error` that it puts into a header as it stands.
 */
function answerBefore(request: Request, isCode: Door['isCode']): Response | null {
  requireOwnHost(request.headers)
  limitAddress(request.method, request.headers)
  const { pathname, searchParams } = new URL(request.url)
  if (pathname.endsWith('/_log')) throw new AppError('not_found')
  const error = searchParams.get('error')
  if (/^\/api\/auth\/error(?:\/|$)/.test(pathname)) return toSignIn(isCode(error) ? error : null)
  if (isProviders(pathname)) {
    if (request.method === 'POST') throw new AppError('not_found')
    if (error !== null && !PROVIDER_CODES.has(error)) return toSignIn(null)
  }
  refuseUnprintable([decodeURIComponent(pathname), ...[...searchParams].flat()])
  const length = request.headers.get('content-length')
  if (request.method === 'POST' && (length === null || Number(length) > MAX_FORM)) throw new AppError('too_large')
  return null
}

/** The address that the identity provider sends people back to, with a code in it; it never posts a form there. */
const isProviders = (pathname: string) => /^\/api\/auth\/callback\/(?!credentials\/?$)/.test(pathname)

/** The codes by which an identity provider says no (RFC 6749 4.1.2.1, OpenID Connect Core 3.1.2.6); next-auth logs them. */
const PROVIDER_CODES = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'invalid_request',
  'invalid_scope',
  'login_required',
  'server_error',
  'temporarily_unavailable',
  'unauthorized_client',
  'unsupported_response_type',
])

/** The sign-in page says what became of it, in its own words. */
function toSignIn(code: string | null): Response {
  const location = `/sign-in?error=${code ?? 'Default'}`
  return new Response(null, { status: 302, headers: { location } })
}

/** Addresses to return to and reports of the identity provider are one line each. */
function refuseUnprintable(texts: readonly string[]): void {
  if (texts.some((text) => /[\p{Cc}\u2028\u2029]/u.test(text)))
    throw new AppError('invalid_request', 'The address holds control characters.')
}
