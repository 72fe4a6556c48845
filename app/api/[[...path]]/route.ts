import { findRoute } from '@/app/api/find-route'
import { provideAnswers } from '@/lib/platform/server/answer-directly'
import { env } from '@/lib/platform/server/env'
import { AppError } from '@/lib/platform/server/errors'
import { FOREIGN_HOST, isOwnHost } from '@/lib/platform/server/own-host'
import { problemResponse } from '@/lib/platform/server/problem-response'
import { REQUEST_ID, requestIdOf } from '@/lib/platform/server/request-id'

type Context = { params: Promise<{ path?: string[] }> }

/** Every address of the interface but next-auth's. */
const answer = async (request: Request, { params }: Context): Promise<Response> =>
  answerAt(request, ['api', ...((await params).path ?? [])])

async function answerAt(request: Request, parts: readonly string[]): Promise<Response> {
  const found = await findRoute(request.method, parts)
  return found ? found.route(request, { params: Promise.resolve(found.params) }) : noSuchAddress(request)
}

provideAnswers(answerAt)

/** Said as every other problem is, not as a page. */
function noSuchAddress({ headers }: Request): Response {
  const requestId = requestIdOf(headers)
  const error = isOwnHost(headers.get('host'), env().NEXTAUTH_URL)
    ? new AppError('not_found', 'There is no such address. /api/openapi.json lists all.')
    : new AppError('misdirected', FOREIGN_HOST)
  const response = problemResponse(error, requestId)
  response.headers.set(REQUEST_ID, requestId)
  return response
}

export { answer as DELETE, answer as GET, answer as OPTIONS, answer as PATCH, answer as POST, answer as PUT }
