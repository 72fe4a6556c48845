import { previewReleaseEndpoint } from '@/lib/releases/release/contract'
import { previewRelease } from '@/lib/releases/release/preview-release'
import { handle } from '@/lib/server/handle'

export const POST = handle(previewReleaseEndpoint, ({ actor, params, body, request }) =>
  previewRelease(actor, params.projectId, body, request.signal),
)
