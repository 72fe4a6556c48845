import { submitAnnotationEndpoint } from '@/lib/annotation/annotations/contract'
import { call } from '@/lib/platform/client/fetch-json'
import { noteConfirmed, SUBMITTED } from './last-confirmed'
import { REQUEST_LIMIT_MS } from './open-outbox'

interface Submission {
  taskId: string
  annotationId: string
  /** The time in use that is not reported yet. */
  activeSeconds?: number
}

/** Submits somebody's annotation, as theirs. A request that hangs counts as failed. Throws ApiError. */
export async function sendSubmission(
  userId: string,
  { taskId, annotationId, activeSeconds }: Submission,
): Promise<{ submittedAt: string }> {
  const submitted = await call(
    submitAnnotationEndpoint,
    { params: { taskId }, body: { annotationId, activeSeconds } },
    { as: userId, signal: AbortSignal.timeout(REQUEST_LIMIT_MS) },
  )
  noteConfirmed(userId, annotationId, SUBMITTED)
  return submitted
}
