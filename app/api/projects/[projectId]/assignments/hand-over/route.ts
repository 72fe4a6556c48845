import { handOverEndpoint } from '@/lib/annotation/assignments/hand-over/contract'
import { handOverWork } from '@/lib/annotation/assignments/hand-over/hand-over-work'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(handOverEndpoint, ({ actor, params, body }) => handOverWork(actor, params.projectId, body))
