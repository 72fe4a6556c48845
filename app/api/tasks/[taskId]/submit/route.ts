import { submitAnnotationEndpoint } from '@/lib/annotations/contract'
import { submitAnnotation } from '@/lib/annotations/submit-annotation'
import { handle } from '@/lib/server/handle'

export const POST = handle(submitAnnotationEndpoint, ({ actor, params, body }) =>
  submitAnnotation(actor, params.taskId, body.annotationId, body.activeSeconds),
)
