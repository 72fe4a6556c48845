import { takeBackSubmissionEndpoint } from '@/lib/annotation/annotations/contract'
import { takeBackSubmission } from '@/lib/annotation/annotations/take-back-submission'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(takeBackSubmissionEndpoint, ({ actor, params, body }) =>
  takeBackSubmission(actor, params.taskId, body.annotationId),
)
