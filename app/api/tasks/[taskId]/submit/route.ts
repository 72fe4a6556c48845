import { submitAnnotationEndpoint } from '@/lib/annotations/contract'
import { submitAnnotation } from '@/lib/annotations/submit-annotation'
import { handle } from '@/lib/server/handle'

export const POST = handle(submitAnnotationEndpoint, ({ actor, params }) => submitAnnotation(actor, params.taskId))
