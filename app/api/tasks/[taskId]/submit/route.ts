import { submitAnnotationEndpoint } from '@/lib/annotation/annotations/contract'
import { submitAnnotation } from '@/lib/annotation/annotations/submit-annotation'
import { env } from '@/lib/platform/server/env'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(
  submitAnnotationEndpoint,
  ({ actor, params, body: { annotationId, activeSeconds, guidelineVersion, hold } }) =>
    submitAnnotation(actor, params.taskId, annotationId, {
      activeSeconds,
      guidelineVersion,
      holdSeconds: hold ? env().ASSAY_TAKE_BACK_SECONDS : 0,
    }),
)
