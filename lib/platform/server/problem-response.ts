import 'server-only'
import { PROBLEMS, type Problem } from '@/lib/platform/api/problem'
import { withAnswerHeaders } from './answer-headers'
import type { AppError } from './errors'

/** An expected failure as problem+json (RFC 9457). */
export function problemResponse(error: AppError, requestId: string): Response {
  const problem: Problem = {
    type: 'about:blank',
    title: PROBLEMS[error.code][1],
    status: error.status,
    code: error.code,
    detail: error.message,
    requestId,
    ...error.extra,
  }
  const headers = new Headers({ 'content-type': 'application/problem+json' })
  const isPassing = error.code === 'throttled' || error.code === 'unavailable'
  const seconds = isPassing ? error.extra.data?.seconds : undefined
  if (typeof seconds === 'number') headers.set('retry-after', String(seconds))
  return withAnswerHeaders(new Response(JSON.stringify(problem), { status: error.status, headers }))
}
