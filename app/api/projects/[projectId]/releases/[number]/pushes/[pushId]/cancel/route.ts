import { cancelPush } from '@/lib/gold/releases/push/cancel-push'
import { cancelPushEndpoint } from '@/lib/gold/releases/push/contract'
import { handle } from '@/lib/platform/server/handle'

export const POST = handle(cancelPushEndpoint, ({ actor, params }) => cancelPush(actor, params))
