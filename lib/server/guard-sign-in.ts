import 'server-only'
import { AppError } from './errors'
import { problemResponse } from './problem-response'
import { limitAddress } from './rate-limit'
import type { RequestContext } from './request-context'

/** The largest form of a sign-in (bytes); next-auth would read whatever comes. */
const MAX_FORM = 20_000

/** Why next-auth is not to see this request, or null. Strangers would write into our log through its `_log`. */
export function refuseAtSignIn(request: Request, told: RequestContext): Response | null {
  try {
    limitAddress(request.method, request.headers)
    if (new URL(request.url).pathname.endsWith('/_log')) throw new AppError('not_found')
    const length = request.headers.get('content-length')
    if (request.method === 'POST' && (length === null || Number(length) > MAX_FORM)) throw new AppError('too_large')
    return null
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    told.problem = error.code
    return problemResponse(error, told.requestId)
  }
}
