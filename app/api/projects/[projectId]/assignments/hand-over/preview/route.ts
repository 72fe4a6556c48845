import { previewHandOverEndpoint } from '@/lib/annotation/assignments/hand-over/contract'
import { previewHandOver } from '@/lib/annotation/assignments/hand-over/queries'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(previewHandOverEndpoint, ({ actor, params, body }) =>
  previewHandOver(actor, params.projectId, body),
)
