import { env } from '@/lib/platform/server/env'
import { AppError } from '@/lib/platform/server/errors'
import { FOREIGN_HOST, isOwnHost } from '@/lib/platform/server/own-host'
import { problemResponse } from '@/lib/platform/server/problem-response'
import { REQUEST_ID, requestIdOf } from '@/lib/platform/server/request-id'

/** Addresses that there are not: said as every other problem is, not as a page. */
function answer({ headers }: Request): Response {
  const requestId = requestIdOf(headers)
  const error = isOwnHost(headers.get('host'), env().NEXTAUTH_URL)
    ? new AppError('not_found', 'There is no such address. /api/openapi.json lists all.')
    : new AppError('misdirected', FOREIGN_HOST)
  const response = problemResponse(error, requestId)
  response.headers.set(REQUEST_ID, requestId)
  return response
}

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT }
