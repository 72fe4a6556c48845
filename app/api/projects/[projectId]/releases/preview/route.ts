import { previewReleaseEndpoint } from '@/lib/gold/releases/release/contract'
import { previewRelease } from '@/lib/gold/releases/release/preview-release'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(previewReleaseEndpoint, ({ actor, params, body, request }) =>
  previewRelease(actor, params.projectId, body, request.signal),
)
