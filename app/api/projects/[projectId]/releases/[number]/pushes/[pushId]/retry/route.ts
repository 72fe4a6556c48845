import { retryPushEndpoint } from '@/lib/gold/releases/push/contract'
import { retryPush } from '@/lib/gold/releases/push/retry-push'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(retryPushEndpoint, ({ actor, params, body }) => retryPush(actor, params, body))
