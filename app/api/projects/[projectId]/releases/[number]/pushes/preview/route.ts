import { previewPushEndpoint } from '@/lib/gold/releases/push/contract'
import { previewPush } from '@/lib/gold/releases/push/preview-push'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(previewPushEndpoint, ({ actor, params, body, request }) =>
  previewPush(actor, params, body, { signal: request.signal }),
)
