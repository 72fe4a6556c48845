import { submitAnnotationEndpoint } from '@/lib/annotation/annotations/contract'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(submitAnnotationEndpoint, ({ actor, params, body }) =>
  submitAnnotation(actor, params.taskId, body.annotationId, body.activeSeconds),
)
