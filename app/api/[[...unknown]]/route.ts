import { AppError } from '@/lib/server/errors'
import { problemResponse } from '@/lib/server/problem-response'
import { REQUEST_ID, requestIdOf } from '@/lib/server/request-id'

/** Addresses that there are not: said as every other problem is, not as a page. */
function answer(request: Request): Response {
  const requestId = requestIdOf(request.headers)
  const error = new AppError('not_found', 'There is no such address. /api/openapi.json lists all.')
  const response = problemResponse(error, requestId)
  response.headers.set(REQUEST_ID, requestId)
  return response
}

export { answer as DELETE, answer as GET, answer as PATCH, answer as POST, answer as PUT }
